import { createHmac, randomBytes } from 'node:crypto'
import { type Asked, type Heard, json, listen, page, post, type Reply, type Sent } from './listen.ts'
import { createVault } from './stripe-vault.ts'

type Session = Record<string, unknown> & { id: string; status: 'open' | 'complete' | 'expired'; payment_status: 'paid' | 'unpaid' }
/**
 * How the gateway misbehaves. `hang`: it accepts the call and never answers; `fail`: it answers 500; `cut`: it charges a
 * saved card and drops the connection before the answer.
 */
type Behaviour = { hang?: boolean; fail?: boolean; before?: () => Promise<unknown>; cut?: boolean }
type Refund = { id: string; object: 'refund'; amount: number; currency: unknown; payment_intent: string; status: string; metadata: object }

/**
 * Stripe Checkout: `POST /v1/checkout/sessions`, `…/:id/expire`, a page to pay on, saved and charged cards, and webhook events
 * with Stripe's signatures. Set `webhookUrl` to their address. It also runs without a test, for browsers.
 */
export async function startStripe(given: { port?: number; live?: boolean; now?: () => Date } = {}) {
  const now = given.now ?? (() => new Date())
  const mode = given.live ? 'live' : 'test'
  const secretKey = `sk_${mode}_${randomBytes(12).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const sessions = new Map<string, Session>()
  const refunds = new Map<string, Refund>()
  const vault = createVault()
  const gateway = { webhookUrl: '', behaviour: {} as Behaviour }
  const seconds = (): number => Math.floor(now().getTime() / 1000)

  async function answer({ method, path, query, headers, raw }: Asked): Promise<Reply | 'cut'> {
    const form = new URLSearchParams(raw)
    const key = headers['idempotency-key']?.toString() ?? ''
    const [, session, action] = /^\/v1\/checkout\/sessions(?:\/(\w+)(?:\/(\w+))?)?$/.exec(path) ?? []
    if (path.startsWith('/pay/')) return showPage(path.slice(5), query.has('confirmed'))
    if (gateway.behaviour.hang) return new Promise(() => {})
    await gateway.behaviour.before?.()
    if (gateway.behaviour.fail) return refuse(500, 'Something is broken', 'api_error')
    if (headers.authorization !== `Bearer ${secretKey}`) return refuse(401, 'Invalid API Key provided', 'invalid_request_error')
    if (method === 'POST' && path === '/v1/checkout/sessions') return create(form)
    if (method === 'POST' && session && action === 'expire') return expire(session)
    if (method === 'GET' && session) return retrieve(session)
    if (path === '/v1/refunds' && method === 'GET') return listRefunds(query.get('payment_intent'))
    if (path === '/v1/refunds') return refund(form, key)
    const kept = vault.answer({ method, path, query, form, key })
    if (kept && gateway.behaviour.cut && method === 'POST') return 'cut'
    if (kept) return json(kept.body, kept.status)
    return refuse(404, `Unrecognized request URL (${method}: ${path})`, 'invalid_request_error')
  }

  function create(form: URLSearchParams): Reply {
    const line = 'line_items[0]'
    const amount = Number(form.get(`${line}[price_data][unit_amount]`)) * Number(form.get(`${line}[quantity]`))
    const until = Number(form.get('expires_at'))
    if (form.get('mode') !== 'payment' || !form.get('success_url')) return refuse(400, 'Missing parameters', 'invalid_request_error')
    if (!Number.isInteger(amount) || amount <= 0) return refuse(400, 'Invalid integer', 'invalid_request_error')
    if (until < seconds() + 30 * 60 || until > seconds() + 24 * 3600) {
      return refuse(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', 'invalid_request_error')
    }
    const customer = form.get('customer')
    if (customer && !vault.customers.has(customer)) {
      const message = `No such customer: '${customer}'`
      return json({ error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message } }, 400)
    }
    const id = `cs_${mode}_${randomBytes(16).toString('hex')}`
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: amount,
      currency: form.get(`${line}[price_data][currency]`),
      client_reference_id: form.get('client_reference_id'),
      metadata: { attempt_no: form.get('metadata[attempt_no]') },
      expires_at: until,
      livemode: given.live === true,
      payment_intent: null,
      customer,
      customer_creation: form.get('customer_creation'),
      setup_future_usage: form.get('payment_intent_data[setup_future_usage]'),
      success_url: form.get('success_url'),
      cancel_url: form.get('cancel_url'),
      payment_method_types: form.getAll('allowed_payment_method_types[0]'),
      url: `${url}/pay/${id}`,
    }
    sessions.set(id, session)
    return json(session)
  }

  function expire(id: string): Reply {
    const session = sessions.get(id)
    if (!session) return refuse(404, `No such checkout.session: '${id}'`, 'invalid_request_error')
    if (session.status !== 'open')
      return refuse(400, 'Only Checkout Sessions with a status in ["open"] can be expired.', 'invalid_request_error')
    session.status = 'expired'
    return json(session)
  }

  function retrieve(id: string): Reply {
    const session = sessions.get(id)
    if (!session) return refuse(404, `No such checkout.session: '${id}'`, 'invalid_request_error')
    return json(session)
  }

  function listRefunds(intent: string | null): Reply {
    const data = [...refunds.values()].filter(({ payment_intent }) => payment_intent === intent)
    return json({ object: 'list', url: '/v1/refunds', has_more: false, data })
  }

  function refund(form: URLSearchParams, key: string): Reply {
    const intent = form.get('payment_intent') ?? ''
    const session = [...sessions.values()].find(({ payment_intent }) => payment_intent === intent)
    const paid = session ? { amount: session['amount_total'], currency: session['currency'] } : vault.intents.get(intent)
    const amount = Number(form.get('amount'))
    const known = refunds.get(key)
    if (known) return json(known)
    if (!paid) return refuse(404, `No such payment_intent: '${intent}'`, 'invalid_request_error')
    if (!(amount > 0) || returned(intent) + amount > Number(paid.amount)) {
      return refuse(400, 'Refund amount is greater than unrefunded amount on charge', 'invalid_request_error')
    }
    const about = { amount, currency: paid.currency, payment_intent: intent, status: 'succeeded' }
    const made: Refund = {
      id: `re_${randomBytes(12).toString('hex')}`,
      object: 'refund',
      ...about,
      metadata: { refund_no: form.get('metadata[refund_no]') },
    }
    refunds.set(key, made)
    return json(made)
  }

  /** The refunded amount of a payment, in Stripe's units. */
  function returned(intent: string): number {
    return [...refunds.values()].reduce((sum, one) => sum + (one.payment_intent === intent && one.status !== 'failed' ? one.amount : 0), 0)
  }

  async function showPage(id: string, confirmed: boolean): Promise<Reply> {
    const session = sessions.get(id)
    if (!session) return page('No such session', 404)
    if (confirmed) await pay(id)
    if (session.status === 'complete') return { status: 303, headers: { location: String(session['success_url']) }, body: '' }
    if (session.status === 'expired') return page('This page has expired')
    const amount = `${session['amount_total']} ${session['currency']}`
    return page(`<p>${amount}</p><a id="pay" href="/pay/${id}?confirmed">Pay</a> <a id="back" href="${session['cancel_url']}">Back</a>`)
  }

  async function pay(id: string): Promise<Heard> {
    const session = sessions.get(id)
    if (session?.status !== 'open') throw new Error(`session ${id} cannot be paid`)
    const intent = vault.paidAtCheckout(session)
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id, customer: intent.customer })
    return deliver(event('checkout.session.completed', session))
  }

  function event(type: string, object: object, otherwise: object = {}): string {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const about = { id, object: 'event', type, created: seconds(), livemode: given.live === true, pending_webhooks: 1 }
    return JSON.stringify({ ...about, data: { object }, ...otherwise }, null, 2)
  }

  function sign(payload: string, otherwise: { at?: number; secret?: string } = {}): Sent {
    const at = otherwise.at ?? seconds()
    const v1 = createHmac('sha256', otherwise.secret ?? webhookSecret)
      .update(`${at}.${payload}`)
      .digest('hex')
    return { headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${v1}` }, body: payload }
  }

  function deliver(payload: string, otherwise: { at?: number; secret?: string; url?: string } = {}): Promise<Heard> {
    return post(otherwise.url ?? gateway.webhookUrl, sign(payload, otherwise))
  }

  const { url, stop } = await listen(answer, given.port)
  return Object.assign(gateway, {
    url,
    secretKey,
    webhookSecret,
    sessions,
    refunds,
    vault,
    returned,
    pay,
    event,
    sign,
    deliver,
    stop,
  })
}
export type FakeStripe = Awaited<ReturnType<typeof startStripe>>

function refuse(status: number, message: string, type: string): Reply {
  return json({ error: { message, type } }, status)
}
