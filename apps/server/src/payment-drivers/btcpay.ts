import { createHmac } from 'node:crypto'
import { fromDecimal, minorDigits, toDecimal } from '@portico/contract/money'
import * as z from 'zod/mini'
import {
  type AttemptRef,
  type DriverConfig,
  field,
  type GatewayAnswer,
  type Payment,
  type PaymentDriver,
  type Queried,
  rejected,
  type Started,
  type StartInput,
  type Verified,
  type VerifyInput,
} from './driver.ts'
import { callGateway, expectJson, type GatewayReply, isSameText, readJson } from './call-gateway.ts'

const received: GatewayAnswer = { contentType: 'application/json', body: JSON.stringify({ received: true }) }
/** Decimals of coin amounts. */
const SCALE = 18

const Invoice = z.object({
  id: z.string(),
  storeId: z.string(),
  status: z.string(),
  additionalStatus: z.optional(z.string()),
  amount: z.union([z.string(), z.number()]),
  currency: z.string(),
  metadata: z.looseObject({ orderId: z.optional(z.string()) }),
  checkoutLink: z.optional(z.string()),
})
type Invoice = z.infer<typeof Invoice>
const Event = z.object({
  type: z.string(),
  storeId: z.optional(z.string()),
  invoiceId: z.optional(z.string()),
  // Name of the field before version 2.
  paymentMethod: z.optional(z.string()),
  paymentMethodId: z.optional(z.string()),
  payment: z.optional(z.object({ id: z.string(), value: z.string() })),
})
type Event = z.infer<typeof Event>
const Received = z.array(
  z.object({
    paymentMethod: z.optional(z.string()),
    paymentMethodId: z.optional(z.string()),
    rate: z.string(),
    totalPaid: z.optional(z.string()),
    paymentMethodPaid: z.optional(z.string()),
  }),
)

/**
 * BTCPay Server, Greenfield API. An event only names an invoice; the invoice says what was paid.
 * https://docs.btcpayserver.org/API/Greenfield/v1/
 */
export const btcpay: PaymentDriver = {
  driver: 'btcpay',
  fields: [
    field('url', 'url'),
    field('store_id', 'text'),
    field('api_key', 'secret'),
    // Optional at first: BTCPay creates it for our address, which exists once the method is saved.
    field('webhook_secret', 'secret', { required: false }),
  ],
  patterns: { store_id: /^\w{20,64}$/, api_key: /^\w{20,80}$/, webhook_secret: /^\S{8,}$/ },
  canCharge: () => true,
  start,
  verify,
  close,
  query,
}

async function start({ config, attempt, returnUrl, now }: StartInput): Promise<Started> {
  const minutes = Math.max(1, Math.ceil((attempt.expiresAt.getTime() - now.getTime()) / 60_000))
  const reply = await call(config, 'POST', '', {
    amount: toDecimal(attempt.payAmount, attempt.payCurrency),
    currency: attempt.payCurrency,
    metadata: { orderId: attempt.attemptNo },
    checkout: { expirationMinutes: minutes, redirectURL: returnUrl },
  })
  const invoice = expectJson(Invoice, reply)
  if (!invoice.checkoutLink) throw new Error('BTCPay returned no payment page')
  return { type: 1, data: invoice.checkoutLink, externalId: invoice.id }
}

async function verify({ config, rawBody, headers }: VerifyInput): Promise<Verified> {
  const secret = config['webhook_secret']
  if (!secret) return rejected('the method has no webhook secret')
  const expected = createHmac('sha256', secret).update(rawBody).digest('hex')
  if (!isSameText(headers.get('btcpay-sig') ?? '', `sha256=${expected}`)) return rejected('wrong signature')
  const event = readJson(Event, rawBody.toString('utf8'))
  if (!event) return rejected('not an event')
  if (!event.invoiceId || !['InvoiceSettled', 'InvoicePaymentSettled'].includes(event.type)) return { kind: 'ignored', answer: received }
  if (event.storeId !== config['store_id']) return rejected('another store')
  const invoice = await readInvoice(config, event.invoiceId)
  if (!invoice) return rejected('the store has no such invoice')
  const payment = event.type === 'InvoiceSettled' ? await settled(config, invoice) : await late(config, invoice, event)
  return payment ? { kind: 'paid', payment, answer: received } : { kind: 'ignored', answer: received }
}

async function query(config: DriverConfig, { attemptNo, externalId }: AttemptRef): Promise<Queried> {
  if (!externalId) return { kind: 'pending' }
  const invoice = await readInvoice(config, externalId)
  if (!invoice || invoice.status === 'Expired' || invoice.status === 'Invalid') return { kind: 'closed' }
  const payment = await settled(config, invoice)
  if (!payment) return { kind: 'pending' }
  if (payment.attemptNo !== attemptNo) throw new Error('BTCPay answered for another payment')
  return { kind: 'paid', payment }
}

/** The payment of a settled invoice; if overpaid, what was received. */
async function settled(config: DriverConfig, invoice: Invoice): Promise<Payment | null> {
  const asked = numbersOf(invoice)
  if (!asked || invoice.status !== 'Settled') return null
  if (invoice.additionalStatus !== 'PaidOver') return { ...asked, callbackNo: invoice.id }
  const came = (await readReceived(config, invoice)).reduce((sum, { totalPaid, rate }) => sum + worth(totalPaid ?? '0', rate), 0n)
  return { ...asked, callbackNo: invoice.id, amount: Math.max(asked.amount, toMinor(came, asked.currency)) }
}

/** A payment settled after its invoice expired or was closed. At the gateway it settles nothing, but the money is real. */
async function late(config: DriverConfig, invoice: Invoice, { payment, paymentMethodId, paymentMethod }: Event): Promise<Payment | null> {
  const asked = numbersOf(invoice)
  if (!asked || !payment || !['Expired', 'Invalid'].includes(invoice.status)) return null
  const by = paymentMethodId ?? paymentMethod
  const method = (await readReceived(config, invoice)).find((one) => (one.paymentMethodId ?? one.paymentMethod) === by)
  if (!method) return null
  return { ...asked, callbackNo: `${invoice.id}:${payment.id}`, amount: toMinor(worth(payment.value, method.rate), asked.currency) }
}

function numbersOf(invoice: Invoice): Omit<Payment, 'callbackNo'> | null {
  const amount = fromDecimal(String(invoice.amount), invoice.currency)
  const attemptNo = invoice.metadata.orderId
  return amount === null || !attemptNo ? null : { attemptNo, amount, currency: invoice.currency }
}

/** Value in units of 10^-36: coins times rate. */
function worth(coins: string, rate: string): bigint {
  return scaled(coins) * scaled(rate)
}

function scaled(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,40}))?$/.exec(text)
  if (!match) throw new Error(`not a coin amount: ${text}`)
  return BigInt(`${match[1]}${(match[2] ?? '').slice(0, SCALE).padEnd(SCALE, '0')}`)
}

// Rounds to the nearest: the coins asked for were rounded once already, to the smallest unit.
function toMinor(worthOf: bigint, currency: string): number {
  const unit = 10n ** BigInt(2 * SCALE - minorDigits(currency))
  return Number((worthOf + unit / 2n) / unit)
}

async function close(config: DriverConfig, externalId: string): Promise<void> {
  // A paid invoice that waits for confirmations may settle: its payment is booked all the same.
  if ((await readInvoice(config, externalId))?.status !== 'New') return
  const reply = await call(config, 'POST', `/${encodeURIComponent(externalId)}/status`, { status: 'Invalid' })
  // 400, 404 and 422: paid, over or missing. Other errors, such as a wrong key, are thrown.
  if (reply.status >= 400 && ![400, 404, 422].includes(reply.status)) throw new Error(`BTCPay answered ${reply.status}`)
}

async function readInvoice(config: DriverConfig, id: string): Promise<Invoice | null> {
  const reply = await call(config, 'GET', `/${encodeURIComponent(id)}`)
  if (reply.status === 404) return null
  const invoice = expectJson(Invoice, reply)
  return invoice.storeId === config['store_id'] && invoice.id === id ? invoice : null
}

async function readReceived(config: DriverConfig, { id }: Invoice): Promise<z.infer<typeof Received>> {
  return expectJson(Received, await call(config, 'GET', `/${encodeURIComponent(id)}/payment-methods`))
}

function call(config: DriverConfig, method: 'GET' | 'POST', path: string, body?: object): Promise<GatewayReply> {
  const headers = { authorization: `token ${config['api_key']}`, 'content-type': 'application/json' }
  const url = `${config['url']}/api/v1/stores/${config['store_id']}/invoices${path}`
  return callGateway(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}
