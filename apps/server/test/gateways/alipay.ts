import { createSign, createVerify } from 'node:crypto'
import { makeIdentity, pemOf } from '../self-signed.ts'
import { type Asked, type Heard, json, listen, post, type Reply, type Sent } from './listen.ts'

type Trade = {
  no: string
  tradeNo: string
  total: string
  notifyUrl: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  refunds: Map<string, string>
}
const SELLER = '2088000000000001'

/**
 * Alipay's gateway: `gateway.do` checks the application's RSA2 signature and signs its answers with its own key. As at the real
 * one, a trade exists once the payer scans the code or opens the page.
 */
export async function startAlipay() {
  const [app, alipay] = [makeIdentity('app'), makeIdentity('alipay')]
  const appId = '2021000000000001'
  const codes = new Map<string, Trade>()
  const trades = new Map<string, Trade>()
  let serial = 0
  const server = await listen((asked) => answer(asked))

  function answer({ path, query, raw }: Asked): Reply {
    if (path !== '/gateway.do') return json({}, 404)
    const params = new Map([...query, ...new URLSearchParams(raw)])
    const method = params.get('method') ?? ''
    const respond = (node: object): Reply => signed(`${method.replaceAll('.', '_')}_response`, node)
    if (params.get('app_id') !== appId) return respond({ code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-app-id' })
    const given = createVerify('RSA-SHA256').update(textOf(params, ['sign']))
    if (!given.verify(app.publicKey, params.get('sign') ?? '', 'base64')) {
      return respond({ code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' })
    }
    const at = Date.parse(`${params.get('timestamp')?.replace(' ', 'T')}+08:00`)
    if (!(Math.abs(at - Date.now()) < 600_000))
      return respond({ code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-timestamp' })
    const biz = JSON.parse(params.get('biz_content') ?? '{}') as Record<string, string>
    if (method === 'alipay.trade.page.pay') return page(biz, params)
    return respond(work(method, biz, params))
  }

  function work(method: string, biz: Record<string, string>, params: Map<string, string>): object {
    const done = { code: '10000', msg: 'Success' }
    const refused = (sub_code: string): object => ({ code: '40004', msg: 'Business Failed', sub_code, sub_msg: sub_code })
    const no = biz['out_trade_no'] ?? ''
    if (method === 'alipay.trade.precreate') {
      if (!/^\d+\.\d\d$/.test(biz['total_amount'] ?? '') || !biz['subject']) return refused('ACQ.INVALID_PARAMETER')
      codes.set(no, open(biz, params))
      return { ...done, out_trade_no: no, qr_code: `https://qr.example.com/${no}` }
    }
    const trade = trades.get(no)
    if (!trade) return refused('ACQ.TRADE_NOT_EXIST')
    const seen = { ...done, out_trade_no: no, trade_no: trade.tradeNo }
    switch (method) {
      case 'alipay.trade.query':
        return { ...seen, trade_status: trade.status, total_amount: trade.total }
      case 'alipay.trade.close':
        if (trade.status !== 'WAIT_BUYER_PAY') return refused('ACQ.TRADE_STATUS_ERROR')
        trade.status = 'TRADE_CLOSED'
        return seen
      case 'alipay.trade.refund':
        return refund(trade, biz, seen, refused)
      case 'alipay.trade.fastpay.refund.query': {
        const amount = trade.refunds.get(biz['out_request_no'] ?? '')
        return amount ? { ...seen, refund_amount: amount, refund_status: 'REFUND_SUCCESS' } : seen
      }
      default:
        return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method' }
    }
  }

  function refund(trade: Trade, biz: Record<string, string>, seen: object, refused: (code: string) => object): object {
    const [no, amount] = [biz['out_request_no'] ?? '', biz['refund_amount'] ?? '']
    if (trade.status !== 'TRADE_SUCCESS') return refused('ACQ.TRADE_STATUS_ERROR')
    if (trade.refunds.has(no)) return { ...seen, fund_change: 'N' }
    if (returned(trade) + fen(amount) > fen(trade.total)) return refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
    trade.refunds.set(no, amount)
    return { ...seen, fund_change: 'Y', refund_fee: yuan(returned(trade)) }
  }

  function page(biz: Record<string, string>, params: Map<string, string>): Reply {
    if (biz['product_code'] !== 'FAST_INSTANT_TRADE_PAY') return json({}, 400)
    const trade = open(biz, params)
    trades.set(trade.no, trade)
    return { headers: { 'content-type': 'text/html' }, body: `<p>${trade.total} CNY</p>` }
  }

  function open(biz: Record<string, string>, params: Map<string, string>): Trade {
    const known = trades.get(biz['out_trade_no'] ?? '')
    const tradeNo = `20261121${String(++serial).padStart(20, '0')}`
    return (
      known ?? {
        no: biz['out_trade_no'] ?? '',
        tradeNo,
        total: biz['total_amount'] ?? '',
        notifyUrl: params.get('notify_url') ?? '',
        status: 'WAIT_BUYER_PAY',
        refunds: new Map(),
      }
    )
  }

  function signed(name: string, node: object): Reply {
    const text = JSON.stringify(node)
    const sign = createSign('RSA-SHA256').update(text).sign(alipay.privateKey, 'base64')
    return { body: `{"${name}":${text},"sign":${JSON.stringify(sign)}}` }
  }

  function scan(attemptNo: string): Trade {
    const trade = trades.get(attemptNo) ?? codes.get(attemptNo)
    if (!trade) throw new Error(`nothing to pay under ${attemptNo}`)
    trades.set(attemptNo, trade)
    return trade
  }

  function notification(trade: Trade, otherwise: Record<string, string>, key = alipay.privateKey, scheme: 'RSA' | 'RSA2' = 'RSA2'): Sent {
    const params = new Map(
      Object.entries({
        app_id: appId,
        seller_id: SELLER,
        notify_type: 'trade_status_sync',
        notify_time: '2026-11-21 12:00:00',
        notify_id: `n${++serial}`,
        charset: 'utf-8',
        version: '1.0',
        subject: '100% & more = 商品',
        out_trade_no: trade.no,
        trade_no: trade.tradeNo,
        trade_status: 'TRADE_SUCCESS',
        total_amount: trade.total,
        ...otherwise,
      }),
    )
    const sign = createSign(scheme === 'RSA' ? 'RSA-SHA1' : 'RSA-SHA256')
      .update(textOf(params, ['sign', 'sign_type']))
      .sign(key, 'base64')
    const body = String(new URLSearchParams([...params, ['sign_type', scheme], ['sign', sign]]))
    return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body }
  }

  return {
    ...server,
    trades,
    scan,
    notification,
    otherKey: app.privateKey,
    config: {
      app_id: appId,
      private_key: pemOf(app.privateKey),
      alipay_public_key: pemOf(alipay.publicKey),
      gateway: `${server.url}/gateway.do`,
    },
    async pay(attemptNo: string, otherwise: Record<string, string> = {}, to?: string): Promise<Heard> {
      const trade = scan(attemptNo)
      if (!otherwise['trade_status']) trade.status = 'TRADE_SUCCESS'
      return post(to ?? trade.notifyUrl, notification(trade, otherwise))
    },
    /** The refunded amount of a trade, in fen. */
    returned: (attemptNo: string): number => returned(scan(attemptNo)),
  }
}
export type FakeAlipay = Awaited<ReturnType<typeof startAlipay>>

function textOf(params: Map<string, string>, without: string[]): string {
  const names = [...params.keys()].filter((name) => !without.includes(name) && params.get(name) !== '')
  return names
    .toSorted()
    .map((name) => `${name}=${params.get(name)}`)
    .join('&')
}

const fen = (text: string): number => Math.round(Number(text) * 100)
const yuan = (amount: number): string => (amount / 100).toFixed(2)
const returned = (trade: Trade): number => [...trade.refunds.values()].reduce((sum, amount) => sum + fen(amount), 0)
