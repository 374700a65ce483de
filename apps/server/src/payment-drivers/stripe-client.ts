import { minorDigits } from '@portico/contract/money'
import type Stripe from 'stripe'
import { fetchGateway, PATIENCE_MS } from './call-gateway.ts'
import type { DriverConfig } from './driver.ts'

/** Loaded on first use: it takes some 30 MB, and many sites do without. */
export async function library(): Promise<typeof Stripe> {
  return (await import('stripe')).default
}

/** A client for the account in these settings. It does not retry. */
export async function client(config: DriverConfig): Promise<Stripe> {
  const base = config['api_base'] ? new URL(config['api_base']) : null
  const isPlain = base?.protocol === 'http:'
  const where = base && {
    host: base.hostname,
    port: base.port || (isPlain ? 80 : 443),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
  const Library = await library()
  const httpClient = Library.createFetchHttpClient(fetchGateway)
  return new Library(config['secret_key'] ?? '', { timeout: PATIENCE_MS, maxNetworkRetries: 0, telemetry: false, httpClient, ...where })
}

/** Whether Stripe refused the request itself: it names something missing, or asks the impossible. Nothing has happened. */
export async function isRefused(error: unknown): Promise<boolean> {
  const { StripeInvalidRequestError } = (await library()).errors
  // Not a conflict: then another request of ours is in progress.
  return error instanceof StripeInvalidRequestError && (error.statusCode === 400 || error.statusCode === 404)
}

/** Whether the key is invalid, or lacks the permission. Nothing has happened. */
export async function isShutOut(error: unknown): Promise<boolean> {
  const { StripeAuthenticationError, StripePermissionError } = (await library()).errors
  return error instanceof StripeAuthenticationError || error instanceof StripePermissionError
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

export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
