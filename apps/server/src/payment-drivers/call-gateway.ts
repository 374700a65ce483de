import { timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import { callOut } from '../outgoing/call-out.ts'
import { readAtMost } from '../outgoing/read-at-most.ts'

export const PATIENCE_MS = 8_000
const MOST_BYTES = 1024 * 1024

export type GatewayCall = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
export type GatewayReply = { status: number; text: string; headers: Headers }

/** Calls a gateway once. Throws on a timeout, 5xx, 429, more than 1 MB, or a redirect, which would take our secrets elsewhere. */
export async function callGateway(url: string, { method, headers, body }: GatewayCall): Promise<GatewayReply> {
  const response = await fetchGateway(url, { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) })
  const text = await response.text()
  if (response.status >= 500 || response.status === 429) throw new Error(`the gateway answered ${response.status}`)
  return { status: response.status, text, headers: response.headers }
}

/** `callOut`, also for a gateway's own library: the whole answer within eight seconds and 1 MB. Throws on a redirect. */
export async function fetchGateway(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(PATIENCE_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const { body, status, headers } = await callOut(url, { ...init, signal, redirect: 'error' })
  const bytes = await readAtMost(body, MOST_BYTES)
  if (bytes === null) throw new Error('the gateway answered with more than 1 MB')
  return new Response(bytes.length > 0 ? bytes : null, { status, headers })
}

/** The gateway's JSON, or null if it does not match the schema. */
export function readJson<S extends z.ZodMiniType>(schema: S, text: string): z.infer<S> | null {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Like `readJson`, but throws on a mismatch or an error status, with the start of the answer. */
export function expectJson<S extends z.ZodMiniType>(schema: S, { status, text }: Pick<GatewayReply, 'status' | 'text'>): z.infer<S> {
  const read = status < 300 ? readJson(schema, text) : null
  if (read === null) throw new Error(`the gateway answered ${status}: ${text.slice(0, 300)}`)
  return read
}

/** Compares two signatures in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
