import * as z from 'zod/mini'
import {
  type AttemptRef,
  type CardRef,
  type Charged,
  type ChargeInput,
  type DriverConfig,
  type KeptCard,
  type Payment,
  type Queried,
  type SavedCards,
  type StartInput,
  UnknownThere,
} from './driver.ts'
import { isRefused, isShutOut, readStripe, StripeFault, unitsPerMinor, writeStripe } from './stripe-client.ts'
import { idOf, Intent, Intents, type Metadata } from './stripe-objects.ts'

/** Metadata of charges to saved cards: we read their payment events. Checkout payments come with their session. */
const MARK = { saved_card: 'yes' }

/** Cards saved at Stripe Checkout with their owners' consent, and charged later in their absence. */
export const stripeCards: SavedCards = { isAllowed, find, charge, forget }

function isAllowed(config: DriverConfig): boolean {
  return config['save_cards'] === 'yes' && (config['payment_method'] ?? 'card') === 'card'
}

/** Session options for saving the card. Only cards can be saved. */
export function keeping(keepCard: StartInput['keepCard']): object {
  if (!keepCard) return {}
  const whose = keepCard.customer === null ? { customer_creation: 'always' } : { customer: keepCard.customer }
  return { allowed_payment_method_types: ['card'], ...whose }
}

/** Whether Stripe does not know this customer: deleted there, or the key is now of another account. */
export function isOfUnknownCustomer(error: unknown): boolean {
  return error instanceof StripeFault && error.fault.type === 'invalid_request_error' && error.fault.param === 'customer'
}

async function find(config: DriverConfig, callbackNo: string): Promise<KeptCard | null> {
  const intent = await readStripe(config, Intent, { path: ['payment_intents', callbackNo], fields: { expand: ['payment_method'] } })
  const [customer, method] = [idOf(intent.customer), intent.payment_method]
  if (intent.setup_future_usage !== 'off_session' || customer === null) return null
  // A detached card was removed by its owner, and can no longer be charged.
  if (typeof method !== 'object' || !method?.card || idOf(method.customer) !== customer) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return { customer, token: method.id, brand, last4, expMonth, expYear }
}

async function charge(config: DriverConfig, input: ChargeInput): Promise<Charged> {
  const { attemptNo, payAmount, payCurrency, card, title, again } = input
  // Stripe forgets an idempotency key after a day, and until then repeats even an inconclusive answer.
  const earlier = again ? await findIntent(config, card.customer, attemptNo) : null
  if (earlier) return toCharged(earlier)
  try {
    const fields = {
      amount: payAmount * (unitsPerMinor(payCurrency) ?? Number.NaN),
      currency: payCurrency.toLowerCase(),
      customer: card.customer,
      payment_method: card.token,
      off_session: true,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      description: title,
      metadata: { attempt_no: attemptNo, ...MARK },
    }
    return toCharged(await writeStripe(config, Intent, { path: ['payment_intents'], fields, idempotencyKey: attemptNo }))
  } catch (error) {
    if (error instanceof StripeFault && error.fault.type === 'card_error') {
      const { code, decline_code, payment_intent: intent } = error.fault
      const isForOwner = [code, decline_code].includes('authentication_required')
      return { kind: 'declined', reason: isForOwner ? 'owner_needed' : 'declined', externalId: intent?.id ?? null }
    }
    // The card no longer exists there, or the amount is too small.
    if (isRefused(error)) return { kind: 'declined', reason: 'refused', said: error.message, externalId: null }
    // On a retry this proves nothing: the key may have been valid the first time.
    if (!again && isShutOut(error)) return { kind: 'declined', reason: 'credentials_rejected', said: error.message, externalId: null }
    throw error
  }
}

/**
 * The newest hundred are enough: the charge is minutes old. Throws if Stripe does not know the customer, which proves nothing about the
 * charge.
 */
async function findIntent(config: DriverConfig, customer: string, attemptNo: string): Promise<Intent | null> {
  const { data } = await mapMissing(readStripe(config, Intents, { path: ['payment_intents'], fields: { customer, limit: 100 } }))
  return data.find(({ metadata }) => metadata['attempt_no'] === attemptNo && isOfCard(metadata)) ?? null
}

/** Maps Stripe's "missing" to `UnknownThere`: the gateway works but does not know the subject. */
async function mapMissing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isRefused(error)) throw new UnknownThere(error.message, { cause: error })
    throw error
  }
}

function toCharged(intent: Intent): Charged {
  const { id: externalId, status } = intent
  if (status === 'processing') return { kind: 'pending', externalId }
  const payment = paymentOf(intent)
  if (payment) return { kind: 'paid', payment, externalId }
  return { kind: 'declined', reason: status === 'requires_action' ? 'owner_needed' : 'declined', externalId }
}

/** The saved-card payment of a payment intent; null: not paid, or not with a saved card. Throws on an invalid amount. */
export function paymentOf(intent: Intent): Payment | null {
  const attemptNo = intent.metadata['attempt_no']
  if (intent.status !== 'succeeded' || !attemptNo || !isOfCard(intent.metadata)) return null
  const currency = intent.currency.toUpperCase()
  const amount = intent.amount_received / (unitsPerMinor(currency) ?? Number.NaN)
  if (!Number.isSafeInteger(amount)) throw new Error(`invalid amount: ${intent.amount_received} ${currency}`)
  return { attemptNo, callbackNo: intent.id, amount, currency }
}

function isOfCard(metadata: Metadata): boolean {
  return metadata['saved_card'] === MARK.saved_card
}

/** State of a charge to a saved card. Only we request such charges, so one unknown to Stripe will not appear later. */
export async function queryCharge(config: DriverConfig, attempt: AttemptRef & { chargedCard: CardRef }): Promise<Queried> {
  const { attemptNo, externalId, chargedCard } = attempt
  const intent = externalId
    ? await mapMissing(readStripe(config, Intent, { path: ['payment_intents', externalId] }))
    : await findIntent(config, chargedCard.customer, attemptNo)
  const charged = intent && toCharged(intent)
  if (charged?.kind === 'pending') return { kind: 'pending' }
  if (charged?.kind !== 'paid') return { kind: 'closed' }
  if (charged.payment.attemptNo !== attemptNo) throw new Error('Stripe answered for another payment')
  return { kind: 'paid', payment: charged.payment }
}

async function forget(config: DriverConfig, { token }: CardRef): Promise<void> {
  try {
    await writeStripe(config, z.unknown(), { path: ['payment_methods', token, 'detach'] })
  } catch (error) {
    // Already gone, or of an account whose key was replaced.
    if (isRefused(error)) return
    throw error
  }
}
