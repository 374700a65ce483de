import { minorDigits } from '@portico/contract/money'
import type Stripe from 'stripe'
import type { DriverConfig } from './driver.ts'

/** Loaded when it is first needed: it takes some 30 MB, and many sites do without. */
export async function library(): Promise<typeof Stripe> {
  return (await import('stripe')).default
}

/** Speaks to the account of these settings. Nothing is tried again by itself. */
export async function client(config: DriverConfig): Promise<Stripe> {
  const base = config['api_base'] ? new URL(config['api_base']) : null
  const isPlain = base?.protocol === 'http:'
  const where = base && {
    host: base.hostname,
    port: base.port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
  const Library = await library()
  return new Library(config['secret_key'] ?? '', { timeout: 10_000, maxNetworkRetries: 0, telemetry: false, ...where })
}

/** Whether Stripe refused the request itself: what it names is not there, or it cannot be done. Nothing has happened. */
export async function isRefused(error: unknown): Promise<boolean> {
  const { StripeInvalidRequestError } = (await library()).errors
  // Not a conflict: then another request of ours is at it.
  return error instanceof StripeInvalidRequestError && (error.statusCode === 400 || error.statusCode === 404)
}

/** Whether the key is worth nothing there, or may not do this. Nothing has happened. */
export async function isShutOut(error: unknown): Promise<boolean> {
  const { StripeAuthenticationError, StripePermissionError } = (await library()).errors
  return error instanceof StripeAuthenticationError || error instanceof StripePermissionError
}

/**
 * How many of Stripe's units make one ISO 4217 minor unit; null: not to be charged in. They are the same but for ISK, which Stripe
 * counts in hundredths. UGX and MGA are documented ambiguously, and of three decimals Stripe wants the last to be 0.
 * https://docs.stripe.com/currencies
 */
export function unitsPerMinor(currency: string): number | null {
  if (currency === 'ISK') return 100
  if (currency === 'UGX' || currency === 'MGA' || minorDigits(currency) > 2) return null
  return 1
}

export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
