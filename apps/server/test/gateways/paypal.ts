import { createSign, createVerify, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { makeIdentity } from '../self-signed.ts'
import { type Asked, type Heard, json, listen, post, type Reply, type Sent } from './listen.ts'

type Money = { currency_code: string; value: string }
type Link = { rel: string; href: string; method: string }
type Refund = { id: string; status: string; amount: Money; custom_id: string; invoice_id: string; links: Link[] }
type Capture = { id: string; status: string; amount: Money; custom_id: string; invoice_id: string; refunds: Map<string, Refund> }
type Order = { id: string; status: string; custom_id: string; invoice_id: string; amount: Money; capture: Capture | null; link: string }
type Body = {
  intent?: string
  purchase_units?: { custom_id: string; invoice_id: string; amount: Money }[]
  amount?: Money
  invoice_id?: string
}

/**
 * PayPal's Orders v2, Payments v2 and webhooks. An event is signed over `id|time|webhook|crc32 of the body`. As at the real
 * PayPal, the API says whether a signature is valid. Set `webhookUrl` to the address of events.
 */
export async function startPaypal() {
  const paypal = makeIdentity('paypal')
  const [clientId, clientSecret, webhookId] = [token(20), token(20), '9AB12345CD678901E']
  const bearers = new Set<string>()
  const orders = new Map<string, Order>()
  const captures = new Map<string, Capture>()
  const gateway = { webhookUrl: '', declines: false }
  const server = await listen((asked) => answer(asked))

  function answer({ method, path, headers, raw }: Asked): Reply {
    if (path === '/v1/oauth2/token') return login(headers.authorization, raw)
    if (!bearers.has((headers.authorization ?? '').replace('Bearer ', ''))) return problem(401, 'AUTHENTICATION_FAILURE')
    if (path === '/v1/notifications/verify-webhook-signature') return verifyEvent(raw)
    const once = String(headers['paypal-request-id'] ?? '')
    const body = raw ? (JSON.parse(raw) as Body) : {}
    if (method === 'POST' && path === '/v2/checkout/orders') return create(body)
    const [, kind, id, action] = /^\/v2\/(checkout\/orders|payments\/captures)\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const order = kind === 'checkout/orders' ? orders.get(id ?? '') : undefined
    const taken = kind === 'payments/captures' ? captures.get(id ?? '') : undefined
    if (order && method === 'GET') return json(shown(order))
    if (order && action === 'capture') return capture(order)
    if (taken && method === 'GET') return json({ ...taken, refunds: undefined })
    if (taken && action === 'refund') return refund(taken, body, once)
    return problem(404, 'RESOURCE_NOT_FOUND')
  }

  function login(authorization: string | undefined, raw: string): Reply {
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (authorization !== expected || raw !== 'grant_type=client_credentials') return problem(401, 'invalid_client')
    const access = token(24)
    bearers.add(access)
    return json({ access_token: access, token_type: 'Bearer', expires_in: 32_400 })
  }

  function create({ intent, purchase_units }: Body): Reply {
    const unit = purchase_units?.[0]
    if (intent !== 'CAPTURE' || !unit || !/^\d+(\.\d\d)?$/.test(unit.amount.value)) return problem(422, 'UNPROCESSABLE_ENTITY')
    const known = [...orders.values()].find(({ invoice_id }) => invoice_id === unit.invoice_id)
    const id = known?.id ?? token(8)
    const { custom_id, invoice_id, amount } = unit
    const order = known ?? {
      id,
      status: 'PAYER_ACTION_REQUIRED',
      custom_id,
      invoice_id,
      amount,
      capture: null,
      link: `${server.url}/pay/${id}`,
    }
    orders.set(id, order)
    return json({ id, status: order.status, links: [{ rel: 'payer-action', href: order.link, method: 'GET' }] }, 201)
  }

  function capture(order: Order): Reply {
    if (order.capture) return problem(422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return problem(422, 'ORDER_NOT_APPROVED')
    if (gateway.declines) return problem(422, 'INSTRUMENT_DECLINED')
    const { custom_id, invoice_id, amount } = order
    order.capture = { id: token(8), status: 'COMPLETED', amount, custom_id, invoice_id, refunds: new Map() }
    order.status = 'COMPLETED'
    captures.set(order.capture.id, order.capture)
    return json(shown(order), 201)
  }

  function refund(taken: Capture, { amount, invoice_id }: Body, once: string): Reply {
    const known = taken.refunds.get(once)
    if (known) return json(known, 201)
    if (!amount || amount.currency_code !== taken.amount.currency_code) return problem(422, 'CURRENCY_MISMATCH')
    if (returned(taken) + Number(amount.value) > Number(taken.amount.value)) return problem(422, 'REFUND_AMOUNT_EXCEEDED')
    return json(giveBack(taken, amount, invoice_id ?? taken.invoice_id, once), 201)
  }

  function giveBack(taken: Capture, amount: Money, invoice_id: string, once: string): Refund {
    const links = [{ rel: 'up', href: `${server.url}/v2/payments/captures/${taken.id}`, method: 'GET' }]
    const made = { id: token(8), status: 'COMPLETED', amount, custom_id: taken.custom_id, invoice_id, links }
    taken.refunds.set(once, made)
    return made
  }

  function shown({ id, status, custom_id, invoice_id, amount, capture: taken, link }: Order): object {
    const payments = taken ? { payments: { captures: [{ ...taken, refunds: undefined }] } } : {}
    const links = [{ rel: 'payer-action', href: link, method: 'GET' }]
    return { id, intent: 'CAPTURE', status, purchase_units: [{ custom_id, invoice_id, amount, ...payments }], links }
  }

  // The event is taken from the request unparsed: its signature covers the bytes.
  function verifyEvent(raw: string): Reply {
    const start = raw.indexOf('"webhook_event":') + '"webhook_event":'.length
    const given = JSON.parse(raw) as Record<string, string>
    const text = `${given['transmission_id']}|${given['transmission_time']}|${given['webhook_id']}|${crc32(raw.slice(start, -1))}`
    const right = createVerify('RSA-SHA256')
      .update(text)
      .verify(paypal.publicKey, given['transmission_sig'] ?? '', 'base64')
    const isOurs = given['webhook_id'] === webhookId && given['auth_algo'] === 'SHA256withRSA'
    return json({ verification_status: right && isOurs ? 'SUCCESS' : 'FAILURE' })
  }

  /** A signed event. `webhook`: that of another application. */
  function event(type: string, resource: object, by: { webhook?: string; key?: typeof paypal.privateKey } = {}): Sent {
    const body = JSON.stringify({ id: `WH-${token(8)}`, event_version: '1.0', event_type: type, resource }, null, 2)
    const [id, time] = [token(16), '2026-11-21T12:00:00Z']
    const text = `${id}|${time}|${by.webhook ?? webhookId}|${crc32(body)}`
    const headers = {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${server.url}/v1/notifications/certs/CERT-1`,
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256')
        .update(text)
        .sign(by.key ?? paypal.privateKey, 'base64'),
    }
    return { headers, body }
  }

  const find = (attemptNo: string): Order => [...orders.values()].find(({ custom_id }) => custom_id === attemptNo)!

  return Object.assign(gateway, {
    ...server,
    orders,
    event,
    find,
    giveBack,
    /** Ends all access tokens, as after a day or with a new secret. */
    forgetTokens: () => bearers.clear(),
    config: { mode: 'sandbox', client_id: clientId, client_secret: clientSecret, webhook_id: webhookId, api_base: server.url },
    otherKey: makeIdentity('other').privateKey,
    approve(attemptNo: string, to?: string, by: { webhook?: string; key?: typeof paypal.privateKey } = {}): Promise<Heard> {
      const order = find(attemptNo)
      if (!order.capture) order.status = 'APPROVED'
      return post(to ?? gateway.webhookUrl, event('CHECKOUT.ORDER.APPROVED', shown(order), by))
    },
    notifyCapture: (attemptNo: string): Promise<Heard> =>
      post(gateway.webhookUrl, event('PAYMENT.CAPTURE.COMPLETED', { ...find(attemptNo).capture, refunds: undefined })),
    /** Minor units of a currency with two decimals. */
    returned: (attemptNo: string): number => Math.round(returned(find(attemptNo).capture!) * 100),
  })
}
export type FakePaypal = Awaited<ReturnType<typeof startPaypal>>

const token = (bytes: number): string => randomBytes(bytes).toString('hex').toUpperCase()
const returned = ({ refunds }: Capture): number => [...refunds.values()].reduce((sum, { amount }) => sum + Number(amount.value), 0)

function problem(status: number, issue: string): Reply {
  return json({ name: issue, details: [{ issue }] }, status)
}
