import type Stripe from 'stripe'
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
import { client, idOf, isRefused, isShutOut, library, unitsPerMinor } from './stripe-client.ts'

/** In the metadata of what was charged to a saved card: its events are ours to read, those of Checkout are told by its session. */
const MARK = { saved_card: 'yes' }

/** Cards kept at Stripe Checkout with their owner's consent, charged later as a merchant does while he is away. */
export const stripeCards: SavedCards = { isAllowed, find, charge, forget }

function isAllowed(config: DriverConfig): boolean {
  return config['save_cards'] === 'yes' && (config['payment_method'] ?? 'card') === 'card'
}

type Session = Stripe.Checkout.SessionCreateParams

/** What a session says beside the rest when its card is to be kept. Nothing but cards can be. */
export function keeping(
  keepCard: StartInput['keepCard'],
): Pick<Session, 'allowed_payment_method_types' | 'customer' | 'customer_creation'> {
  if (!keepCard) return {}
  const whose = keepCard.customer === null ? { customer_creation: 'always' as const } : { customer: keepCard.customer }
  return { allowed_payment_method_types: ['card'], ...whose }
}

/** Whether Stripe knows no such customer: he was deleted there, or the key is of another account now. */
export async function isOfUnknownCustomer(error: unknown): Promise<boolean> {
  return error instanceof (await library()).errors.StripeInvalidRequestError && error.param === 'customer'
}

async function find(config: DriverConfig, callbackNo: string): Promise<KeptCard | null> {
  const intent = await (await client(config)).paymentIntents.retrieve(callbackNo, { expand: ['payment_method'] })
  const [customer, method] = [idOf(intent.customer), intent.payment_method]
  if (intent.setup_future_usage !== 'off_session' || customer === null) return null
  // One that is detached was removed by its owner, and cannot be charged any more.
  if (method === null || typeof method === 'string' || !method.card || idOf(method.customer) !== customer) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return { customer, token: method.id, brand, last4, expMonth, expYear }
}

async function charge(config: DriverConfig, input: ChargeInput): Promise<Charged> {
  const { attemptNo, payAmount, payCurrency, card, title, again } = input
  // Stripe forgets an idempotency key after a day, and repeats under it an answer that said nothing.
  const earlier = again ? await findIntent(config, card.customer, attemptNo) : null
  if (earlier) return toCharged(earlier)
  try {
    const made = await (
      await client(config)
    ).paymentIntents.create(
      {
        amount: payAmount * (unitsPerMinor(payCurrency) ?? Number.NaN),
        currency: payCurrency.toLowerCase(),
        customer: card.customer,
        payment_method: card.token,
        off_session: true,
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: title,
        metadata: { attempt_no: attemptNo, ...MARK },
      },
      { idempotencyKey: attemptNo },
    )
    return toCharged(made)
  } catch (error) {
    if (error instanceof (await library()).errors.StripeCardError) {
      const isForOwner = [error.code, error.decline_code].includes('authentication_required')
      return { kind: 'declined', reason: isForOwner ? 'owner_needed' : 'declined', externalId: error.payment_intent?.id ?? null }
    }
    // The card is gone there, or the amount is too small for it.
    if (await isRefused(error)) return { kind: 'declined', reason: 'refused', said: wordsOf(error), externalId: null }
    // Of what was asked for before, with a key that was good, it says nothing.
    if (!again && (await isShutOut(error)))
      return { kind: 'declined', reason: 'credentials_rejected', said: wordsOf(error), externalId: null }
    throw error
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The newest hundred are enough: it was made some minutes ago. Throws where there is no such customer: that says nothing of it. */
async function findIntent(config: DriverConfig, customer: string, attemptNo: string): Promise<Stripe.PaymentIntent | null> {
  const { data } = await mapMissing((await client(config)).paymentIntents.list({ customer, limit: 100 }))
  return data.find(({ metadata }) => metadata['attempt_no'] === attemptNo && isOfCard(metadata)) ?? null
}

/** Tells a gateway that does not know what it was asked about from one that fails. */
async function mapMissing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (await isRefused(error)) throw new UnknownThere(wordsOf(error), { cause: error })
    throw error
  }
}

function toCharged(intent: Stripe.PaymentIntent): Charged {
  const { id: externalId, status } = intent
  if (status === 'processing') return { kind: 'pending', externalId }
  const payment = paymentOf(intent)
  if (payment) return { kind: 'paid', payment, externalId }
  return { kind: 'declined', reason: status === 'requires_action' ? 'owner_needed' : 'declined', externalId }
}

/** What a payment intent says was paid with a saved card; null: nothing, or it is none. Throws at an amount that cannot be. */
export function paymentOf(intent: Stripe.PaymentIntent): Payment | null {
  const attemptNo = intent.metadata['attempt_no']
  if (intent.status !== 'succeeded' || !attemptNo || !isOfCard(intent.metadata)) return null
  const currency = intent.currency.toUpperCase()
  const amount = intent.amount_received / (unitsPerMinor(currency) ?? Number.NaN)
  if (!Number.isSafeInteger(amount)) throw new Error(`an amount that cannot be: ${intent.amount_received} ${currency}`)
  return { attemptNo, callbackNo: intent.id, amount, currency }
}

function isOfCard(metadata: Stripe.Metadata): boolean {
  return metadata['saved_card'] === MARK.saved_card
}

/** Nobody but us asks for such a charge: what Stripe has not heard of, it will not hear of by itself. */
export async function queryCharge(config: DriverConfig, attempt: AttemptRef & { chargedCard: CardRef }): Promise<Queried> {
  const { attemptNo, externalId, chargedCard } = attempt
  const intent = externalId
    ? await mapMissing((await client(config)).paymentIntents.retrieve(externalId))
    : await findIntent(config, chargedCard.customer, attemptNo)
  const charged = intent && toCharged(intent)
  if (charged?.kind === 'pending') return { kind: 'pending' }
  if (charged?.kind !== 'paid') return { kind: 'closed' }
  if (charged.payment.attemptNo !== attemptNo) throw new Error('Stripe answered for another payment')
  return { kind: 'paid', payment: charged.payment }
}

async function forget(config: DriverConfig, { token }: CardRef): Promise<void> {
  try {
    await (await client(config)).paymentMethods.detach(token)
  } catch (error) {
    // Gone already, or of an account whose key was replaced.
    if (await isRefused(error)) return
    throw error
  }
}
