import { minorDigits } from '@portico/contract/money'
import type Stripe from 'stripe'
import {
  type DriverConfig,
  field,
  type GatewayAnswer,
  type PaymentDriver,
  type Started,
  type StartInput,
  type Verified,
  type VerifyInput,
} from '../driver.ts'

const received: GatewayAnswer = { contentType: 'application/json', body: JSON.stringify({ received: true }) }
const FINAL_EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']
/** Stripe takes no session shorter than 30 minutes; the rest is for clocks that differ and the way there. */
const SHORTEST_SESSION_MS = 31 * 60_000
const TOLERANCE_SECONDS = 300

/** Stripe Checkout: the payer goes to Stripe's page, a signed webhook says that the money came. */
export const stripe: PaymentDriver = {
  driver: 'stripe',
  fields: [field('secret_key', 'secret'), field('webhook_secret', 'secret'), field('api_base', 'url', { required: false })],
  patterns: { secret_key: /^(sk|rk)_(test|live)_\w+$/, webhook_secret: /^\S{8,}$/ },
  canCharge: (currency) => unitsPerMinor(currency) !== null,
  start,
  verify,
  close,
}

async function start({ config, attempt, returnUrl, cancelUrl, title, now }: StartInput): Promise<Started> {
  const { attemptNo, payAmount, payCurrency, expiresAt } = attempt
  const until = Math.max(expiresAt.getTime(), now.getTime() + SHORTEST_SESSION_MS)
  const session = await (
    await client(config)
  ).checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: payCurrency.toLowerCase(),
            unit_amount: payAmount * (unitsPerMinor(payCurrency) ?? Number.NaN),
            product_data: { name: title },
          },
        },
      ],
      client_reference_id: attemptNo,
      metadata: { attempt_no: attemptNo },
      payment_intent_data: { metadata: { attempt_no: attemptNo } },
      // The amount is compared when it comes: Stripe must not turn it into the payer's currency.
      adaptive_pricing: { enabled: false },
      expires_at: Math.floor(until / 1000),
      success_url: returnUrl,
      cancel_url: cancelUrl,
    },
    { idempotencyKey: attemptNo },
  )
  if (!session.url) throw new Error('Stripe gave no address to pay at')
  return { type: 1, data: session.url, externalId: session.id }
}

async function verify({ config, rawBody, headers, now }: VerifyInput): Promise<Verified> {
  const secret = config['webhook_secret']
  if (!secret) return reject('the method has no webhook secret')
  const Library = await library()
  let event: Stripe.Event
  try {
    const header = headers.get('stripe-signature') ?? ''
    event = Library.webhooks.constructEvent(rawBody, header, secret, TOLERANCE_SECONDS, undefined, now.getTime())
  } catch (error) {
    return reject(error instanceof Library.errors.StripeError ? 'wrong signature, or too old' : 'not an event')
  }
  // An event of the sandbox must not confirm a live order, nor the reverse.
  if (event.livemode !== isLive(config)) return reject('the event is of the other mode (test or live) than the key')
  if (!FINAL_EVENTS.includes(event.type)) return { kind: 'ignored', answer: received }
  // Both final events carry the session.
  return ofSession(event.data.object as Stripe.Checkout.Session)
}

function ofSession(session: Stripe.Checkout.Session): Verified {
  const attemptNo = session.metadata?.['attempt_no']
  // The same Stripe account may sell other things.
  if (session.mode !== 'payment' || session.payment_status !== 'paid' || !attemptNo) return { kind: 'ignored', answer: received }
  if (session.client_reference_id !== attemptNo) return reject('reference and metadata name different attempts')
  const currency = session.currency?.toUpperCase() ?? ''
  const amount = (session.amount_total ?? Number.NaN) / (unitsPerMinor(currency) ?? Number.NaN)
  if (!Number.isSafeInteger(amount)) return reject(`an amount that cannot be: ${session.amount_total} ${currency}`)
  const intent = session.payment_intent
  const callbackNo = (typeof intent === 'string' ? intent : intent?.id) ?? session.id
  return { kind: 'paid', payment: { attemptNo, callbackNo, amount, currency }, answer: received }
}

async function close(config: DriverConfig, externalId: string): Promise<void> {
  try {
    await (await client(config)).checkout.sessions.expire(externalId)
  } catch (error) {
    // Already paid, already over, or of an account whose key was replaced: nothing is left to close.
    if (error instanceof (await library()).errors.StripeInvalidRequestError) return
    throw error
  }
}

/**
 * How many of Stripe's units make one ISO 4217 minor unit; null: not to be charged in. They are the same but for ISK, which Stripe
 * counts in hundredths. UGX and MGA are documented ambiguously, and of three decimals Stripe wants the last to be 0.
 * https://docs.stripe.com/currencies
 */
function unitsPerMinor(currency: string): number | null {
  if (currency === 'ISK') return 100
  if (currency === 'UGX' || currency === 'MGA' || minorDigits(currency) > 2) return null
  return 1
}

/** Loaded when it is first needed: it takes some 30 MB, and many sites do without. */
async function library(): Promise<typeof Stripe> {
  return (await import('stripe')).default
}

async function client(config: DriverConfig): Promise<Stripe> {
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

function isLive(config: DriverConfig): boolean {
  return /^(sk|rk)_live_/.test(config['secret_key'] ?? '')
}

function reject(reason: string): Verified {
  return { kind: 'rejected', reason }
}
