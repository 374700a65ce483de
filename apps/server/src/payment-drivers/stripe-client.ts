import { createHmac } from 'node:crypto'
import { minorDigits } from '@portico/contract/money'
import * as z from 'zod/mini'
import { expectJson, fetchGateway, isSameText, readJson } from './call-gateway.ts'
import type { DriverConfig } from './driver.ts'

const PRODUCTION = 'https://api.stripe.com'
/** The form of requests and answers that this code was written for. https://docs.stripe.com/api/versioning */
const VERSION = '2026-10-28.endive'
const TOLERANCE_S = 300

type Field = string | number | boolean | undefined | object
/** `path`: below `/v1`. `fields`: as in Stripe's reference, nested. */
type StripeCall = { path: string[]; fields?: object; idempotencyKey?: string }

const Fault = z.object({
  type: z.string(),
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  decline_code: z.optional(z.string()),
  param: z.optional(z.string()),
  payment_intent: z.optional(z.object({ id: z.string() })),
})

/** Stripe's own error. Only `isRefused` and `isShutOut` prove that nothing happened; after 409 or 5xx it may have. */
export class StripeFault extends Error {
  readonly status: number
  readonly fault: z.infer<typeof Fault>

  constructor(status: number, fault: z.infer<typeof Fault>) {
    super(fault.message ?? `Stripe answered ${status}`)
    this.status = status
    this.fault = fault
  }
}

/** Reads from Stripe once. Throws `StripeFault` if Stripe says why not, and another error if it is out of reach. */
export async function readStripe<S extends z.ZodMiniType>(config: DriverConfig, answer: S, call: StripeCall): Promise<z.infer<S>> {
  return callStripe(config, answer, 'GET', call)
}

/** Writes to Stripe once, and throws as `readStripe` does. With the same key Stripe repeats its answer for a day. */
export async function writeStripe<S extends z.ZodMiniType>(config: DriverConfig, answer: S, call: StripeCall): Promise<z.infer<S>> {
  return callStripe(config, answer, 'POST', call)
}

async function callStripe<S extends z.ZodMiniType>(
  config: DriverConfig,
  answer: S,
  method: 'GET' | 'POST',
  { path, fields = {}, idempotencyKey }: StripeCall,
): Promise<z.infer<S>> {
  const url = new URL(`/v1/${path.map((part) => encodeURIComponent(part)).join('/')}`, config['api_base'] || PRODUCTION)
  const form = new URLSearchParams(flat(fields, ''))
  if (method === 'GET') url.search = String(form)
  const headers: Record<string, string> = {
    authorization: `Bearer ${config['secret_key'] ?? ''}`,
    'content-type': 'application/x-www-form-urlencoded',
    'stripe-version': VERSION,
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  const reply = await fetchGateway(url, { method, headers, ...(method === 'POST' ? { body: String(form) } : {}) })
  const refusal = reply.status < 300 ? null : readJson(z.object({ error: Fault }), reply.text)
  if (refusal) throw new StripeFault(reply.status, refusal.error)
  return expectJson(answer, reply)
}

/** `{ a: [{ b: 1 }] }` becomes `a[0][b]=1`. */
function flat(value: Field, name: string): [string, string][] {
  if (value === undefined) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries<Field>({ ...value }).flatMap(([key, inner]) => flat(inner, name ? `${name}[${key}]` : key))
}

/** Whether Stripe refused the request itself: it names something missing, or asks the impossible. Nothing has happened. */
export function isRefused(error: unknown): error is StripeFault {
  // Not a conflict: then another request of ours is in progress.
  return error instanceof StripeFault && error.fault.type === 'invalid_request_error' && (error.status === 400 || error.status === 404)
}

/** Whether the key is invalid, or lacks the permission. Nothing has happened. */
export function isShutOut(error: unknown): error is StripeFault {
  return error instanceof StripeFault && (error.status === 401 || error.status === 403)
}

/** Whether the webhook's secret signed this body in the last five minutes. https://docs.stripe.com/webhooks/signature */
export function isSignedEvent(header: string, body: Buffer, { secret, now }: { secret: string; now: Date }): boolean {
  const parts = header.split(',').map((part) => part.split('='))
  const [, at = ''] = parts.find(([name]) => name === 't') ?? []
  if (!(now.getTime() / 1000 - Number(at) <= TOLERANCE_S)) return false
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
  // Two while the secret is being replaced.
  return parts.some(([name, signature = '']) => name === 'v1' && isSameText(signature, expected))
}

/**
 * Stripe's units in one ISO 4217 minor unit; null: cannot be charged. Only ISK differs: Stripe counts it in hundredths. The docs on UGX and
 * MGA are ambiguous, and with three decimals Stripe wants the last to be 0. https://docs.stripe.com/currencies
 */
export function unitsPerMinor(currency: string): number | null {
  if (currency === 'ISK') return 100
  if (currency === 'UGX' || currency === 'MGA' || minorDigits(currency) > 2) return null
  return 1
}
