import * as z from 'zod/mini'
import {
  type AttemptRef,
  type DriverConfig,
  field,
  type GatewayAnswer,
  type PaymentDriver,
  type Queried,
  type Refunded,
  type RefundInput,
  rejected,
  type Started,
  type StartInput,
  type Verified,
  type VerifyInput,
} from './driver.ts'
import { isOfUnknownCustomer, keeping, paymentOf, queryCharge, stripeCards } from './stripe-cards.ts'
import { DISPUTE_EVENTS, disputeOf } from './stripe-disputes.ts'
import { isRefused, isSignedEvent, readStripe, unitsPerMinor, writeStripe } from './stripe-client.ts'
import { Event, idOf, Intent, Refund, Refunds, Session } from './stripe-objects.ts'
import { readJson } from './call-gateway.ts'
import { firstText } from './first-text.ts'

const received: GatewayAnswer = { contentType: 'application/json', body: JSON.stringify({ received: true }) }
const FINAL_EVENTS = ['checkout.session.completed', 'checkout.session.async_payment_succeeded']
// Not `charge.refunded`: it has only the total refunded, not the refund or our number.
const REFUND_EVENTS = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated']
const REFUND_ENDS = ['succeeded', 'failed', 'canceled']
/** Stripe's minimum is 30 minutes; the rest covers clock differences and network delay. */
const SHORTEST_SESSION_MS = 31 * 60_000

/** Stripe Checkout: the payer goes to Stripe's page, and a signed webhook confirms the payment. */
export const stripe: PaymentDriver = {
  driver: 'stripe',
  fields: [
    field('secret_key', 'secret'),
    // Optional at first: Stripe creates it for our address, which exists once the method is saved.
    field('webhook_secret', 'secret', { required: false }),
    // Empty: whatever the Stripe dashboard enables.
    field('payment_method', 'choice', { required: false, choices: ['card', 'alipay', 'wechat_pay'] }),
    // Whether members can save their card for renewals. Empty: no.
    field('save_cards', 'choice', { required: false, choices: ['yes', 'no'] }),
    field('api_base', 'url', { required: false }),
  ],
  patterns: { secret_key: /^(sk|rk)_(test|live)_\w+$/, webhook_secret: /^\S{8,}$/ },
  canCharge: (currency) => unitsPerMinor(currency) !== null,
  start,
  verify,
  close,
  query,
  refund,
  savedCards: stripeCards,
}

async function start(input: StartInput): Promise<Started> {
  const { attempt, keepCard } = input
  try {
    return await openSession(input, attempt.attemptNo)
  } catch (error) {
    // Saving a card must never make a payment fail. With the first key Stripe would repeat its refusal.
    if (!keepCard?.customer || !isOfUnknownCustomer(error)) throw error
    return openSession({ ...input, keepCard: { customer: null } }, `${attempt.attemptNo}-new`)
  }
}

async function openSession(input: StartInput, idempotencyKey: string): Promise<Started> {
  const { config, attempt, returnUrl, cancelUrl, title, keepCard, now } = input
  const { attemptNo, payAmount, payCurrency, expiresAt } = attempt
  const until = Math.max(expiresAt.getTime(), now.getTime() + SHORTEST_SESSION_MS)
  const metadata = { attempt_no: attemptNo }
  const fields = {
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
    ...paymentMethodOf(config),
    ...keeping(keepCard),
    client_reference_id: attemptNo,
    metadata,
    payment_intent_data: { metadata, ...(keepCard && { setup_future_usage: 'off_session' }) },
    // The amount is compared on arrival, so Stripe must not convert it to the payer's currency.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(until / 1000),
    success_url: returnUrl,
    cancel_url: cancelUrl,
  }
  const session = await writeStripe(config, Session, { path: ['checkout', 'sessions'], fields, idempotencyKey })
  if (!session.url) throw new Error('Stripe returned no payment page')
  return { type: 1, data: session.url, externalId: session.id }
}

// A filter on what the dashboard enables and the currency allows.
function paymentMethodOf(config: DriverConfig): object {
  const only = config['payment_method']
  if (only === 'card' || only === 'alipay') return { allowed_payment_method_types: [only] }
  if (only === 'wechat_pay') {
    return { allowed_payment_method_types: [only], payment_method_options: { wechat_pay: { client: 'web' } } }
  }
  return {}
}

async function verify({ config, rawBody, headers, now }: VerifyInput): Promise<Verified> {
  const secret = config['webhook_secret']
  if (!secret) return rejected('the method has no webhook secret')
  if (!isSignedEvent(headers.get('stripe-signature') ?? '', rawBody, { secret, now })) return rejected('wrong signature, or too old')
  const event = readJson(Event, rawBody.toString('utf8'))
  if (event === null) return rejected('not an event')
  // A sandbox event must not confirm a live order, nor the reverse.
  if (event.livemode !== isLive(config)) return rejected('the event and the key are of different modes (test and live)')
  // An event's type determines what it contains.
  const { type, data } = event
  if (FINAL_EVENTS.includes(type)) return ofSession(Session.parse(data.object))
  if (type === 'payment_intent.succeeded') return ofIntent(Intent.parse(data.object))
  if (REFUND_EVENTS.includes(type)) return ofRefund(Refund.parse(data.object))
  if (DISPUTE_EVENTS.includes(type)) return ofDispute(event)
  return { kind: 'ignored', answer: received }
}

function ofSession(session: Session): Verified {
  const attemptNo = session.metadata?.['attempt_no']
  // The same Stripe account may sell other things.
  if (session.mode !== 'payment' || session.payment_status !== 'paid' || !attemptNo) return { kind: 'ignored', answer: received }
  if (session.client_reference_id !== attemptNo) return rejected('reference and metadata name different attempts')
  const currency = session.currency?.toUpperCase() ?? ''
  const amount = (session.amount_total ?? Number.NaN) / (unitsPerMinor(currency) ?? Number.NaN)
  if (!Number.isSafeInteger(amount)) return rejected(`invalid amount: ${session.amount_total} ${currency}`)
  const callbackNo = idOf(session.payment_intent) ?? session.id
  return { kind: 'paid', payment: { attemptNo, callbackNo, amount, currency }, answer: received }
}

/** A payment of a saved card from its intent. Checkout payments come with their session. */
function ofIntent(intent: Intent): Verified {
  try {
    const payment = paymentOf(intent)
    return payment ? { kind: 'paid', payment, answer: received } : { kind: 'ignored', answer: received }
  } catch (error) {
    return rejected(error instanceof Error ? error.message : String(error))
  }
}

function ofRefund(refund: Refund): Verified {
  const callbackNo = idOf(refund.payment_intent)
  if (!callbackNo || !REFUND_ENDS.includes(refund.status ?? '')) return { kind: 'ignored', answer: received }
  const currency = refund.currency.toUpperCase()
  const amount = refund.amount / (unitsPerMinor(currency) ?? Number.NaN)
  if (!Number.isSafeInteger(amount)) return rejected(`invalid amount: ${refund.amount} ${currency}`)
  const numbers = { callbackNo, reversalNo: refund.id, refundNo: refund.metadata?.['refund_no'] ?? null, amount, currency }
  if (refund.status !== 'succeeded')
    return { kind: 'refund_failed', refund: { ...numbers, said: firstText(refund.failure_reason) }, answer: received }
  return { kind: 'reversed', reversal: { ...numbers, attemptNo: null, cause: 'refund' }, answer: received }
}

function ofDispute(event: Event): Verified {
  const dispute = disputeOf(event)
  if (dispute === null) return { kind: 'ignored', answer: received }
  return 'unclear' in dispute ? rejected(dispute.unclear) : { kind: 'disputed', dispute, answer: received }
}

async function query(config: DriverConfig, attempt: AttemptRef): Promise<Queried> {
  const { attemptNo, externalId, chargedCard } = attempt
  if (chargedCard) return queryCharge(config, { ...attempt, chargedCard })
  if (!externalId) return { kind: 'pending' }
  const session = await readStripe(config, Session, { path: ['checkout', 'sessions', externalId] })
  if (session.status === 'expired') return { kind: 'closed' }
  const seen = ofSession(session)
  if (seen.kind === 'ignored') return { kind: 'pending' }
  if (seen.kind !== 'paid' || seen.payment.attemptNo !== attemptNo) throw new Error('Stripe answered for another payment')
  return { kind: 'paid', payment: seen.payment }
}

async function refund(config: DriverConfig, { callbackNo, refundNo, amount, currency }: RefundInput): Promise<Refunded> {
  const path = ['refunds']
  // Stripe forgets an idempotency key after a day.
  const earlier = await readStripe(config, Refunds, { path, fields: { payment_intent: callbackNo, limit: 100 } })
  const known = earlier.data.find(({ metadata }) => metadata?.['refund_no'] === refundNo)
  if (known) return refundedOf(known)
  const units = amount * (unitsPerMinor(currency) ?? Number.NaN)
  const fields = { payment_intent: callbackNo, amount: units, metadata: { refund_no: refundNo } }
  try {
    return refundedOf(await writeStripe(config, Refund, { path, fields, idempotencyKey: `refund-${refundNo}` }))
  } catch (error) {
    if (isRefused(error)) return { externalId: null, status: 'failed', said: firstText(error.message) }
    throw error
  }
}

function refundedOf({ id, status, failure_reason: said }: Refund): Refunded {
  if (status === 'succeeded') return { externalId: id, status: 'succeeded' }
  if (status === 'pending' || status === 'requires_action') return { externalId: id, status: 'pending' }
  return { externalId: id, status: 'failed', said: firstText(said, status) }
}

async function close(config: DriverConfig, externalId: string): Promise<void> {
  try {
    const path = externalId.startsWith('pi_') ? ['payment_intents', externalId, 'cancel'] : ['checkout', 'sessions', externalId, 'expire']
    await writeStripe(config, z.unknown(), { path })
  } catch (error) {
    // Already paid, already over, or of an account whose key was replaced: nothing is left to close.
    if (isRefused(error)) return
    throw error
  }
}

function isLive(config: DriverConfig): boolean {
  return /^(sk|rk)_live_/.test(config['secret_key'] ?? '')
}
