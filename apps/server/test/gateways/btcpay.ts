import { createHmac, randomBytes } from 'node:crypto'
import { type Asked, type Heard, json, listen, post, type Reply, type Sent } from './listen.ts'

type Invoice = {
  id: string
  storeId: string
  status: 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid'
  additionalStatus: string
  amount: string
  currency: string
  metadata: { orderId?: string }
  checkoutLink: string
  /** In coins. */
  paid: string
}
/** The price of a coin in the invoice's currency. */
const RATE = '64000.00'

/** BTCPay Server's Greenfield API for invoices, with webhooks signed with HMAC-SHA256. Set `webhookUrl` to their address. */
export async function startBtcpay() {
  const [storeId, apiKey, secret] = [hex(22), hex(20), hex(14)]
  const invoices = new Map<string, Invoice>()
  const gateway = { webhookUrl: '' }
  const server = await listen((asked) => answer(asked))

  function answer({ path, headers, raw }: Asked): Reply {
    if (headers.authorization !== `token ${apiKey}`) return json({ code: 'unauthenticated' }, 401)
    const [, store, id, action] = /^\/api\/v1\/stores\/(\w+)\/invoices(?:\/(\w+)(?:\/([\w-]+))?)?$/.exec(path) ?? []
    if (store !== storeId) return json({ code: 'missing-permission' }, 403)
    const body = raw ? (JSON.parse(raw) as { amount: string; currency: string; metadata: Invoice['metadata']; status?: string }) : null
    if (!id) return body ? create(body) : json([...invoices.values()])
    const invoice = invoices.get(id)
    if (!invoice) return json({ code: 'invoice-not-found' }, 404)
    if (action === 'payment-methods') return json([{ paymentMethodId: 'BTC-CHAIN', currency: 'BTC', rate: RATE, totalPaid: invoice.paid }])
    if (action === 'status') return mark(invoice, body?.status)
    return json({ ...invoice, paid: undefined })
  }

  function create({ amount, currency, metadata }: Pick<Invoice, 'amount' | 'currency' | 'metadata'>): Reply {
    if (!/^\d+(\.\d+)?$/.test(amount) || !metadata.orderId) return json([{ path: 'amount', message: 'wrong' }], 422)
    const id = hex(11)
    const about = { id, storeId, amount, currency, metadata, checkoutLink: `${server.url}/i/${id}` }
    invoices.set(id, { ...about, status: 'New', additionalStatus: 'None', paid: '0' })
    return json(invoices.get(id))
  }

  function mark(invoice: Invoice, status?: string): Reply {
    if (status !== 'Invalid' || !['New', 'Processing', 'Expired'].includes(invoice.status))
      return json([{ path: 'status', message: 'no' }], 422)
    Object.assign(invoice, { status: 'Invalid', additionalStatus: 'Marked' })
    return json(invoice)
  }

  function event(type: string, invoice: Invoice, otherwise: object = {}, signedWith = secret): Sent {
    const about = {
      deliveryId: hex(11),
      webhookId: 'w1',
      isRedelivery: false,
      type,
      timestamp: 1_795_000_000,
      storeId,
      invoiceId: invoice.id,
    }
    const body = JSON.stringify({ ...about, metadata: invoice.metadata, ...otherwise }, null, 2)
    const signature = createHmac('sha256', signedWith).update(body).digest('hex')
    return { headers: { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` }, body }
  }

  const find = (attemptNo: string): Invoice => [...invoices.values()].findLast(({ metadata }) => metadata.orderId === attemptNo)!

  return Object.assign(gateway, {
    ...server,
    invoices,
    event,
    find,
    config: { url: server.url, store_id: storeId, api_key: apiKey, webhook_secret: secret },
    /** Coins worth `amount` of the invoice's currency arrive. The full sum settles the invoice if it is in time. */
    async pay(attemptNo: string, amount: string, to?: string): Promise<Heard> {
      const invoice = find(attemptNo)
      const coins = (Number(amount) / Number(RATE)).toFixed(12)
      invoice.paid = coins
      const short = Number(amount) - Number(invoice.amount)
      const id = createHmac('sha256', invoice.id).update(coins).digest('hex')
      const payment = { id, value: coins, status: 'Settled' }
      if (['Expired', 'Invalid'].includes(invoice.status)) {
        return post(
          to ?? gateway.webhookUrl,
          event('InvoicePaymentSettled', invoice, { paymentMethodId: 'BTC-CHAIN', afterExpiration: true, payment }),
        )
      }
      if (short >= 0) Object.assign(invoice, { status: 'Settled', additionalStatus: short > 0 ? 'PaidOver' : 'None' })
      else invoice.additionalStatus = 'PaidPartial'
      return post(to ?? gateway.webhookUrl, event(short >= 0 ? 'InvoiceSettled' : 'InvoiceReceivedPayment', invoice))
    },
  })
}
export type FakeBtcpay = Awaited<ReturnType<typeof startBtcpay>>

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
