import { randomBytes } from 'node:crypto'

type Card = {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
}
export type Intent = {
  id: string
  object: 'payment_intent'
  status: 'succeeded' | 'requires_payment_method' | 'processing' | 'canceled'
  amount: number
  amount_received: number
  currency: string
  customer: string | null
  payment_method: string | null
  setup_future_usage: string | null
  metadata: Record<string, string>
}
type Asked = { method: string; path: string; query: URLSearchParams; form: URLSearchParams; key: string }
type Answer = { status: number; body: object }
/**
 * What a card's bank answers. `slow`: Stripe accepts, with the result unknown. `broken`: Stripe fails, and repeats that for the
 * same key.
 */
type Bank = 'card_declined' | 'authentication_required' | 'slow' | 'broken'

/** What Stripe stores: customers, their cards, and one charge for each idempotency key. */
export function createVault() {
  const customers = new Set<string>()
  const cards = new Map<string, Card>()
  const intents = new Map<string, Intent>()
  /** By card; a card that is not listed pays. */
  const banks = new Map<string, Bank>()
  const answers = new Map<string, { form: string; answer: Answer }>()
  const newId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`

  /** The payer enters a Visa card at Checkout; it is saved if the session says so. */
  function paidAtCheckout(session: Record<string, unknown>): Intent {
    const isKept = session['setup_future_usage'] === 'off_session'
    const customer =
      typeof session['customer'] === 'string' ? session['customer'] : session['customer_creation'] === 'always' ? newId('cus') : null
    if (customer) customers.add(customer)
    const card: Card = {
      id: newId('pm'),
      object: 'payment_method',
      type: 'card',
      customer: isKept ? customer : null,
      card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 },
    }
    cards.set(card.id, card)
    const amount = Number(session['amount_total'])
    const about = { amount, amount_received: amount, currency: String(session['currency']), customer, payment_method: card.id }
    const metadata = { attempt_no: String(session['client_reference_id']) }
    const setup_future_usage = isKept ? 'off_session' : null
    return remember({ id: newId('pi'), object: 'payment_intent', status: 'succeeded', ...about, setup_future_usage, metadata })
  }

  function remember(intent: Intent): Intent {
    intents.set(intent.id, intent)
    return intent
  }

  /** null: not a call for the vault. */
  function answer(asked: Asked): Answer | null {
    const { method, path, query, form, key } = asked
    const [, kind, id, action] = /^\/v1\/(payment_intents|payment_methods)(?:\/(\w+)(?:\/(\w+))?)?$/.exec(path) ?? []
    if (!kind) return null
    if (kind === 'payment_methods') return action === 'detach' && id ? detach(id) : null
    if (method === 'GET' && id) return retrieve(id, query)
    if (method === 'GET') return list(query)
    if (id) return action === 'cancel' ? cancel(id) : null
    const known = answers.get(key)
    if (known)
      return known.form === form.toString() ? known.answer : refused(400, 'Keys for idempotent requests', { type: 'idempotency_error' })
    const made = charge(form)
    answers.set(key, { form: form.toString(), answer: made })
    return made
  }

  function charge(form: URLSearchParams): Answer {
    const [customer, token] = [form.get('customer') ?? '', form.get('payment_method') ?? '']
    const amount = Number(form.get('amount'))
    if (!customers.has(customer)) return refused(400, `No such customer: '${customer}'`, { code: 'resource_missing', param: 'customer' })
    if (cards.get(token)?.customer !== customer)
      return refused(400, 'The payment method does not belong to it', { param: 'payment_method' })
    if (!Number.isInteger(amount) || amount <= 0) return refused(400, 'Invalid integer', {})
    if (form.get('confirm') !== 'true' || form.get('off_session') !== 'true') return refused(400, 'Confirm it while he is away', {})
    const bank = banks.get(token)
    if (bank === 'broken') return refused(500, 'Something is broken', { type: 'api_error' })
    const intent = remember({
      id: newId('pi'),
      object: 'payment_intent',
      status: bank === undefined ? 'succeeded' : bank === 'slow' ? 'processing' : 'requires_payment_method',
      amount,
      amount_received: bank === undefined ? amount : 0,
      currency: form.get('currency') ?? '',
      customer,
      payment_method: token,
      setup_future_usage: null,
      metadata: { attempt_no: form.get('metadata[attempt_no]') ?? '', saved_card: form.get('metadata[saved_card]') ?? '' },
    })
    if (bank === undefined || bank === 'slow') return { status: 200, body: intent }
    return refused(402, 'Your card was declined.', {
      type: 'card_error',
      code: bank,
      decline_code: bank === 'card_declined' ? 'generic_decline' : bank,
      payment_intent: intent,
    })
  }

  function retrieve(id: string, query: URLSearchParams): Answer {
    const intent = intents.get(id)
    if (!intent) return refused(404, `No such payment_intent: '${id}'`, { code: 'resource_missing' })
    const isExpanded = query.get('expand[0]') === 'payment_method'
    return { status: 200, body: isExpanded ? { ...intent, payment_method: cards.get(intent.payment_method ?? '') ?? null } : intent }
  }

  function list(query: URLSearchParams): Answer {
    const whose = query.get('customer') ?? ''
    if (!customers.has(whose)) return refused(400, `No such customer: '${whose}'`, { code: 'resource_missing', param: 'customer' })
    const data = [...intents.values()].filter(({ customer }) => customer === whose).toReversed()
    return {
      status: 200,
      body: { object: 'list', url: '/v1/payment_intents', has_more: false, data: data.slice(0, Number(query.get('limit') ?? 10)) },
    }
  }

  function cancel(id: string): Answer {
    const intent = intents.get(id)
    if (!intent) return refused(404, `No such payment_intent: '${id}'`, { code: 'resource_missing' })
    if (intent.status === 'succeeded' || intent.status === 'canceled') return refused(400, 'It cannot be canceled', {})
    intent.status = 'canceled'
    return { status: 200, body: intent }
  }

  function detach(id: string): Answer {
    const card = cards.get(id)
    if (!card) return refused(404, `No such PaymentMethod: '${id}'`, { code: 'resource_missing' })
    if (card.customer === null) return refused(400, 'The payment method is not attached', {})
    card.customer = null
    return { status: 200, body: card }
  }

  return {
    customers,
    cards,
    intents,
    banks,
    paidAtCheckout,
    answer,
    /** Stripe forgets idempotency keys after a day. */
    forgetKeys: () => answers.clear(),
    charged: () => [...intents.values()].filter(({ status, metadata }) => status === 'succeeded' && metadata['saved_card'] === 'yes'),
    tried: () => [...intents.values()].filter(({ metadata }) => metadata['saved_card'] === 'yes').length,
  }
}

function refused(status: number, message: string, about: object): Answer {
  return { status, body: { error: { type: 'invalid_request_error', message, ...about } } }
}
