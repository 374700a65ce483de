import { fromDecimal, toDecimal } from '@portico/contract/money'
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
import { callGateway, expectJson, type GatewayReply, readJson } from './call-gateway.ts'
import { DISPUTE_EVENTS, disputeOf } from './paypal-disputes.ts'
import { firstText } from './first-text.ts'

const received: GatewayAnswer = { contentType: 'application/json', body: JSON.stringify({ received: true }) }
/** Currencies with as many decimals at PayPal as in ISO 4217; HUF and TWD differ. https://developer.paypal.com/reference/currency-codes/ */
const CURRENCIES = 'AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB USD'.split(' ')

const Money = z.object({ currency_code: z.string(), value: z.string() })
const Capture = z.object({ id: z.string(), status: z.string(), amount: Money, custom_id: z.optional(z.string()) })
const Order = z.object({
  id: z.string(),
  status: z.string(),
  links: z.optional(z.array(z.object({ rel: z.string(), href: z.string() }))),
  purchase_units: z.optional(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        invoice_id: z.optional(z.string()),
        payments: z.optional(z.object({ captures: z.optional(z.array(Capture)) })),
      }),
    ),
  ),
})
const GivenBack = z.object({
  id: z.string(),
  amount: Money,
  status: z.optional(z.string()),
  custom_id: z.optional(z.string()),
  invoice_id: z.optional(z.string()),
  create_time: z.optional(z.iso.datetime({ offset: true })),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
})
const Refund = z.object({ id: z.string(), status: z.string() })
const Event = z.object({ event_type: z.string(), resource: z.looseObject({ id: z.optional(z.string()) }) })
const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const Verification = z.object({ verification_status: z.string() })

/** Access tokens by address and credentials. One that PayPal rejects early is replaced. */
const tokens = new Map<string, { token: string; until: number }>()

/** PayPal Orders v2: the payer approves at PayPal, and we capture once a webhook or a query reports it. */
export const paypal: PaymentDriver = {
  driver: 'paypal',
  fields: [
    field('mode', 'choice', { choices: ['live', 'sandbox'] }),
    field('client_id', 'text'),
    field('client_secret', 'secret'),
    field('webhook_id', 'text', { required: false }),
    field('api_base', 'url', { required: false }),
  ],
  patterns: { client_id: /^[\w-]{10,120}$/, client_secret: /^[\w-]{10,120}$/, webhook_id: /^\w{8,40}$/ },
  canCharge: (currency) => CURRENCIES.includes(currency),
  start,
  verify,
  query,
  refund,
}

async function start({ config, attempt, returnUrl, cancelUrl, title }: StartInput): Promise<Started> {
  const { attemptNo, payAmount, payCurrency } = attempt
  const unit = {
    custom_id: attemptNo,
    invoice_id: attemptNo,
    description: title,
    amount: { currency_code: payCurrency, value: toDecimal(payAmount, payCurrency) },
  }
  const context = { return_url: returnUrl, cancel_url: cancelUrl, user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' }
  const body = { intent: 'CAPTURE', purchase_units: [unit], payment_source: { paypal: { experience_context: context } } }
  const order = expectJson(Order, await call(config, 'POST', '/v2/checkout/orders', { body, once: attemptNo }))
  const link = order.links?.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  if (!link) throw new Error('PayPal returned no payment page')
  return { type: 1, data: link.href, externalId: order.id }
}

async function verify(input: VerifyInput): Promise<Verified> {
  const { config, rawBody } = input
  if (!config['webhook_id']) return rejected('the method has no webhook number')
  const event = readJson(Event, rawBody.toString('utf8'))
  if (!event) return rejected('not an event')
  if (!(await isGenuine(input))) return rejected('wrong signature, or another webhook')
  switch (event.event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return ofApproved(config, event.resource.id ?? '')
    case 'PAYMENT.CAPTURE.COMPLETED':
      return ofCapture(await readCapture(config, event.resource.id ?? ''))
    case 'PAYMENT.CAPTURE.REFUNDED':
      return ofGivenBack(event.resource, 'refund')
    case 'PAYMENT.CAPTURE.REVERSED':
      return ofGivenBack(event.resource, 'chargeback')
    default:
      return DISPUTE_EVENTS.includes(event.event_type) ? ofDispute(event.resource) : { kind: 'ignored', answer: received }
  }
}

// PayPal itself says whether it sent the event. It goes back byte for byte, because the signature covers its bytes.
async function isGenuine({ config, rawBody, headers }: VerifyInput): Promise<boolean> {
  const parts = ['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time']
  const given = parts.map((name) => [name, headers.get(`paypal-${name.replaceAll('_', '-')}`)] as const)
  if (given.some(([, value]) => !value)) return false
  const about = JSON.stringify({ ...Object.fromEntries(given), webhook_id: config['webhook_id'] })
  const body = `${about.slice(0, -1)},"webhook_event":${rawBody.toString('utf8')}}`
  const reply = await call(config, 'POST', '/v1/notifications/verify-webhook-signature', { body })
  if (reply.status === 400 || reply.status === 422) return false
  return expectJson(Verification, reply).verification_status === 'SUCCESS'
}

async function ofApproved(config: DriverConfig, orderId: string): Promise<Verified> {
  const order = await readOrder(config, orderId)
  const capture = order && (await captureOf(config, order))
  return capture ? ofCapture(capture) : { kind: 'ignored', answer: received }
}

function ofCapture(capture: z.infer<typeof Capture> | null): Verified {
  if (!capture) return rejected('not a payment of this account')
  // The account may also sell other things.
  if (capture.status !== 'COMPLETED' || !capture.custom_id) return { kind: 'ignored', answer: received }
  const payment = paymentOf(capture)
  return payment ? { kind: 'paid', payment, answer: received } : rejected('invalid amount')
}

function paymentOf({ id, amount: { currency_code: currency, value }, custom_id }: z.infer<typeof Capture>) {
  const amount = fromDecimal(value, currency)
  return amount === null || !custom_id ? null : { attemptNo: custom_id, callbackNo: id, amount, currency }
}

function ofGivenBack(resource: unknown, cause: 'refund' | 'chargeback'): Verified {
  const read = GivenBack.safeParse(resource)
  const capture = read.data?.links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1)
  if (!read.success || !capture) return rejected('not a refund')
  const { id, amount: money, status, custom_id, invoice_id, create_time } = read.data
  const amount = fromDecimal(money.value, money.currency_code)
  if (amount === null) return rejected('invalid amount')
  const refundNo = invoice_id === custom_id ? null : (invoice_id ?? null)
  const numbers = { callbackNo: capture, reversalNo: id, refundNo, amount, currency: money.currency_code }
  if (cause === 'refund' && (status === 'FAILED' || status === 'CANCELLED'))
    return { kind: 'refund_failed', refund: numbers, answer: received }
  if (cause === 'refund' && status !== undefined && status !== 'COMPLETED') return { kind: 'ignored', answer: received }
  const at = create_time && cause === 'chargeback' ? { at: new Date(create_time) } : {}
  return { kind: 'reversed', reversal: { ...numbers, attemptNo: custom_id ?? null, cause, ...at }, answer: received }
}

function ofDispute(resource: unknown): Verified {
  const dispute = disputeOf(resource)
  return dispute ? { kind: 'disputed', dispute, answer: received } : rejected('not a dispute of a payment')
}

async function query(config: DriverConfig, { attemptNo, externalId }: AttemptRef): Promise<Queried> {
  if (!externalId) return { kind: 'pending' }
  const order = await readOrder(config, externalId)
  // PayPal forgets orders that were not approved in time.
  if (!order || order.status === 'VOIDED') return { kind: 'closed' }
  const capture = await captureOf(config, order)
  if (!capture) return { kind: 'pending' }
  if (capture.custom_id !== attemptNo) throw new Error('PayPal answered for another payment')
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') return { kind: 'closed' }
  // A refunded capture was paid first: both are booked.
  const isPaid = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(capture.status)
  const payment = isPaid ? paymentOf(capture) : null
  return payment ? { kind: 'paid', payment } : { kind: 'pending' }
}

/** The capture of an order. Takes the money first if the payer has approved and the order is ours. null: no capture. */
async function captureOf(config: DriverConfig, order: z.infer<typeof Order>): Promise<z.infer<typeof Capture> | null> {
  const unit = order.purchase_units?.[0]
  const isOurs = unit?.custom_id !== undefined && unit.custom_id === unit.invoice_id
  if (order.status !== 'APPROVED' || !isOurs) return firstCapture(order)
  const path = `/v2/checkout/orders/${encodeURIComponent(order.id)}/capture`
  const taken = await call(config, 'POST', path, { body: {}, once: `capture-${order.id}` })
  if (taken.status < 300) return firstCapture(expectJson(Order, taken))
  if (taken.status !== 422) throw new Error(`PayPal answered ${taken.status}: ${taken.text.slice(0, 300)}`)
  // Captured in the meantime, or declined.
  const now = await readOrder(config, order.id)
  return now && firstCapture(now)
}

async function readOrder(config: DriverConfig, id: string): Promise<z.infer<typeof Order> | null> {
  const reply = await call(config, 'GET', `/v2/checkout/orders/${encodeURIComponent(id)}`)
  return reply.status === 404 ? null : expectJson(Order, reply)
}

async function readCapture(config: DriverConfig, id: string): Promise<z.infer<typeof Capture> | null> {
  const reply = await call(config, 'GET', `/v2/payments/captures/${encodeURIComponent(id)}`)
  return reply.status === 404 || reply.status === 403 ? null : expectJson(Capture, reply)
}

function firstCapture(order: z.infer<typeof Order>): z.infer<typeof Capture> | null {
  return order.purchase_units?.[0]?.payments?.captures?.[0] ?? null
}

async function refund(config: DriverConfig, { callbackNo, refundNo, amount, currency, reason }: RefundInput): Promise<Refunded> {
  const money = { currency_code: currency, value: toDecimal(amount, currency) }
  const body = { amount: money, invoice_id: refundNo, note_to_payer: reason.slice(0, 255) }
  const reply = await call(config, 'POST', `/v2/payments/captures/${encodeURIComponent(callbackNo)}/refund`, { body, once: refundNo })
  if (reply.status === 422) return { externalId: null, status: 'failed', said: reasonOf(reply) }
  const { id, status } = expectJson(Refund, reply)
  if (status === 'COMPLETED') return { externalId: id, status: 'succeeded' }
  return status === 'PENDING' ? { externalId: id, status: 'pending' } : { externalId: id, status: 'failed', said: status }
}

const Refusal = z.object({
  message: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()), description: z.optional(z.string()) }))),
})

function reasonOf({ text }: GatewayReply): string | null {
  const refusal = readJson(Refusal, text)
  const [detail] = refusal?.details ?? []
  return firstText(detail?.description, detail?.issue, refusal?.message)
}

/** Calls PayPal with an access token. `once`: an idempotency key; the same key gets the same answer. */
async function call(
  config: DriverConfig,
  method: 'GET' | 'POST',
  path: string,
  given: { body?: object | string; once?: string } = {},
): Promise<GatewayReply> {
  const { body, once } = given
  const text = typeof body === 'string' ? body : body && JSON.stringify(body)
  const send = async (isAgain: boolean): Promise<GatewayReply> => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${await tokenOf(config, isAgain)}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(once ? { 'paypal-request-id': once } : {}),
    }
    return callGateway(`${baseOf(config)}${path}`, { method, headers, ...(text ? { body: text } : {}) })
  }
  const reply = await send(false)
  return reply.status === 401 ? send(true) : reply
}

async function tokenOf(config: DriverConfig, fresh: boolean): Promise<string> {
  const basic = Buffer.from(`${config['client_id']}:${config['client_secret']}`).toString('base64')
  const id = `${baseOf(config)} ${basic}`
  const known = tokens.get(id)
  if (known && !fresh && known.until > Date.now()) return known.token
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
  const url = `${baseOf(config)}/v1/oauth2/token`
  const reply = await callGateway(url, { method: 'POST', headers, body: 'grant_type=client_credentials' })
  const { access_token: token, expires_in: seconds } = expectJson(Token, reply)
  tokens.set(id, { token, until: Date.now() + (seconds - 60) * 1000 })
  return token
}

function baseOf(config: DriverConfig): string {
  return config['api_base'] || (config['mode'] === 'sandbox' ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com')
}
