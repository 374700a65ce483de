import { timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import { callOut } from '../outgoing/call-out.ts'
import { readAtMost } from '../outgoing/read-at-most.ts'

const PATIENCE_MS = 8_000
const MOST_BYTES = 1024 * 1024

export type GatewayCall = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
export type GatewayReply = { status: number; text: string; headers: Headers }

/** Calls a gateway once. Throws as `fetchGateway` does, and on 5xx or 429. */
export async function callGateway(url: string, call: GatewayCall): Promise<GatewayReply> {
  const reply = await fetchGateway(url, call)
  if (reply.status >= 500 || reply.status === 429) throw new Error(`the gateway answered ${reply.status}`)
  return reply
}

/** The whole answer, whatever its status. Throws after eight seconds, on more than 1 MB, or on a redirect, which would take our secrets elsewhere. */
export async function fetchGateway(url: string | URL, call: GatewayCall): Promise<GatewayReply> {
  const { body, status, headers } = await callOut(url, { ...call, signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
  const bytes = await readAtMost(body, MOST_BYTES)
  if (bytes === null) throw new Error('the gateway answered with more than 1 MB')
  return { status, text: new TextDecoder().decode(bytes), headers }
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
