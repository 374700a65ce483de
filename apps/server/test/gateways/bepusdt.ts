import { createHash, randomUUID } from 'node:crypto'
import { type Asked, type Heard, json, listen, post, type Reply, type Sent } from './listen.ts'

type Fields = Record<string, string | number>
type Order = { order_id: string; trade_id: string; amount: number; notify_url: string; timeout: number; status: 1 | 2 | 3 }

/** BEpusdt: creates and cancels transactions, and notifies with JSON signed with MD5. */
export async function startBepusdt() {
  const token = 'portico_test_token'
  const orders = new Map<string, Order>()
  const server = await listen((asked) => answer(asked))

  function answer({ method, path, raw }: Asked): Reply {
    if (method !== 'POST') return json({ status_code: 400, message: 'bad request', data: null }, 400)
    const given = JSON.parse(raw) as Fields
    if (given['signature'] !== sign(given, token)) return refuse('wrong signature')
    if (path === '/api/v1/order/create-transaction') return create(given)
    if (path === '/api/v1/order/cancel-transaction') return cancel(given)
    return json({ status_code: 404, message: 'not found', data: null }, 404)
  }

  function create({ order_id, amount, notify_url, redirect_url, timeout }: Fields): Reply {
    if (typeof amount !== 'number' || amount < 0.01 || !order_id || !notify_url || !redirect_url) return refuse('missing fields')
    if (typeof timeout !== 'number' || timeout < 120) return refuse('too short')
    const order = {
      order_id: String(order_id),
      trade_id: randomUUID(),
      amount,
      notify_url: String(notify_url),
      timeout,
      status: 1 as const,
    }
    orders.set(order.order_id, order)
    const data = {
      fiat: 'CNY',
      trade_id: order.trade_id,
      order_id,
      amount: amount.toFixed(2),
      actual_amount: '1.38',
      token: 'T0',
      expiration_time: timeout,
    }
    return json({ status_code: 200, message: 'success', data: { ...data, status: 1, payment_url: `${server.url}/pay/${order.trade_id}` } })
  }

  function cancel({ trade_id }: Fields): Reply {
    const order = [...orders.values()].find((one) => one.trade_id === trade_id)
    if (order?.status !== 1) return refuse('no such order')
    order.status = 3
    return json({ status_code: 200, message: 'success', data: { trade_id } })
  }

  function notification(attemptNo: string, otherwise: Fields = {}, signedWith = token): Sent {
    const { order_id, trade_id, amount } = orders.get(attemptNo)!
    const fields = { trade_id, order_id, amount, actual_amount: 1.38, token: 'T0', block_transaction_id: 'b0', status: 2, ...otherwise }
    const body = JSON.stringify({ ...fields, signature: sign(fields, signedWith) })
    return { headers: { 'content-type': 'application/json' }, body }
  }

  return {
    ...server,
    orders,
    notification,
    config: { url: server.url, token },
    pay: (attemptNo: string, otherwise: Fields = {}, to?: string): Promise<Heard> =>
      post(to ?? orders.get(attemptNo)!.notify_url, notification(attemptNo, otherwise)),
  }
}
export type FakeBepusdt = Awaited<ReturnType<typeof startBepusdt>>

// Written from the protocol, not from the driver, so that both cannot share a mistake.
function sign(fields: Fields, token: string): string {
  const names = Object.keys(fields).filter((name) => name !== 'signature' && fields[name] !== '')
  names.sort()
  let text = ''
  for (const name of names) text += `${text ? '&' : ''}${name}=${fields[name]}`
  return createHash('md5')
    .update(text + token)
    .digest('hex')
}

function refuse(message: string): Reply {
  return json({ status_code: 400, message, data: null })
}
