import { createHash } from 'node:crypto'
import { type Asked, type Heard, listen, page, type Reply } from './listen.ts'

/** How the gateway misbehaves. `parallel`: the number of copies of each notification sent at once. */
type Behaviour = { money?: string; pid?: string; status?: string; method?: 'GET' | 'POST'; parallel?: number; down?: boolean }
type Trade = { tradeNo: string; params: URLSearchParams; status: 0 | 1 | 2 }

const TRIES = 5
const REQUIRED = ['pid', 'out_trade_no', 'notify_url', 'return_url', 'name', 'money', 'sign']

/**
 * An EPay gateway: `submit.php` checks the merchant's signature and shows a payment link. Paying notifies the merchant until
 * they answer `success`, and returns the browser with the same signed parameters. Also runs without a test, for browsers.
 */
export async function startEpay(given: { port?: number; pid?: string; key?: string } = {}) {
  const pid = given.pid ?? '1001'
  const key = given.key ?? 'k'.repeat(32)
  const trades = new Map<string, Trade>()
  const paid: { outTradeNo: string; tradeNo: string; answers: Heard[] }[] = []
  const refunded: { outTradeNo: string; money: string }[] = []
  let behaviour: Behaviour = {}
  let serial = 0

  function answer({ method, path, query, raw }: Asked): Reply | Promise<Reply> {
    const params = method === 'POST' ? new URLSearchParams(raw) : query
    if (path === '/submit.php') return submit(params)
    if (path === '/api.php') return api(query, params)
    return path === '/pay' ? pay(params.get('out_trade_no') ?? '') : page('No such page', 404)
  }

  function submit(params: URLSearchParams): Reply {
    const missing = REQUIRED.filter((name) => !params.get(name))
    if (missing.length > 0) return page(`Missing: ${missing.join(', ')}`, 400)
    if (params.get('pid') !== pid) return page('No such merchant', 400)
    if (params.get('sign') !== sign(params, key)) return page('Wrong signature', 400)
    if (!/^\d+(\.\d{1,2})?$/.test(params.get('money') ?? '') || Number(params.get('money')) <= 0) return page('Wrong amount', 400)
    const outTradeNo = params.get('out_trade_no') ?? ''
    const known = trades.get(outTradeNo)
    if (!known) trades.set(outTradeNo, { tradeNo: `${Date.now()}${String(++serial).padStart(6, '0')}`, params, status: 0 })
    return page(`<p>${params.get('money')} CNY</p><a id="pay" href="/pay?out_trade_no=${outTradeNo}">Pay</a>`)
  }

  async function pay(outTradeNo: string): Promise<Reply> {
    const trade = trades.get(outTradeNo)
    if (!trade) return page('No such trade', 404)
    trade.status = 1
    const message = notification(outTradeNo)
    const copies = Array.from({ length: behaviour.parallel ?? 1 }, () => notifyUntilHeard(trade, message))
    paid.push({ outTradeNo, tradeNo: trade.tradeNo, answers: (await Promise.all(copies)).flat() })
    return { status: 302, headers: { location: withQuery(trade.params.get('return_url') ?? '', message) }, body: '' }
  }

  // The API behind the page: no signature, the merchant sends their key.
  function api(query: URLSearchParams, params: URLSearchParams): Reply {
    const trade = trades.get(params.get('out_trade_no') ?? '')
    const told = (body: object): Reply => ({ headers: { 'content-type': 'text/html' }, body: JSON.stringify(body) })
    if (behaviour.down) return page('Out of order', 503)
    if (params.get('pid') !== pid || params.get('key') !== key) return told({ code: -3, msg: 'Wrong key' })
    if (!trade) return told({ code: -1, msg: 'No such order' })
    if (query.get('act') === 'order') {
      const { params: of, status, tradeNo: trade_no } = trade
      return told({ code: 1, msg: 'succ', trade_no, out_trade_no: of.get('out_trade_no'), pid, money: of.get('money'), status })
    }
    if (trade.status !== 1 || params.get('trade_no') !== trade.tradeNo) return told({ code: -1, msg: 'Cannot be refunded' })
    refunded.push({ outTradeNo: trade.params.get('out_trade_no') ?? '', money: params.get('money') ?? '' })
    trade.status = 2
    return told({ code: 1, msg: 'Refunded' })
  }

  async function notifyUntilHeard(trade: Trade, message: URLSearchParams): Promise<Heard[]> {
    const answers: Heard[] = []
    while (answers.length < TRIES && answers.at(-1)?.body !== 'success') {
      answers.push(await send(trade.params.get('notify_url') ?? '', message))
    }
    return answers
  }

  async function send(url: string, message: URLSearchParams): Promise<Heard> {
    const response = await (behaviour.method === 'POST' ? fetch(url, { method: 'POST', body: message }) : fetch(withQuery(url, message)))
    return { status: response.status, body: (await response.text()).trim() }
  }

  function notification(outTradeNo: string, otherwise: Record<string, string> = {}, signedWith: string = key): URLSearchParams {
    const trade = trades.get(outTradeNo)
    const message = new URLSearchParams({
      pid: behaviour.pid ?? pid,
      trade_no: trade?.tradeNo ?? `${Date.now()}`,
      out_trade_no: outTradeNo,
      type: trade?.params.get('type') ?? 'alipay',
      name: trade?.params.get('name') ?? '',
      money: behaviour.money ?? trade?.params.get('money') ?? '0.00',
      trade_status: behaviour.status ?? 'TRADE_SUCCESS',
      ...otherwise,
    })
    message.set('sign', sign(message, signedWith))
    message.set('sign_type', 'MD5')
    return message
  }

  const { url, stop } = await listen(answer, given.port)
  return {
    url,
    pid,
    key,
    notification,
    send,
    behave: (how: Behaviour) => {
      behaviour = how
    },
    refunded: () => refunded,
    /** The gateway reports it as paid from now on. */
    markPaid: (outTradeNo: string) => {
      const trade = trades.get(outTradeNo)
      if (trade) trade.status = 1
    },
    paid: () => paid,
    /** Follows a checkout address as a payer's browser does. Returns where the payer ends up, and the answers. */
    async payAt(checkoutUrl: string): Promise<{ outTradeNo: string; returned: string; answers: Heard[] }> {
      const shown = await fetch(checkoutUrl)
      const html = await shown.text()
      const link = /href="(\/pay\?out_trade_no=(\w+))"/.exec(html)
      if (!shown.ok || !link) throw new Error(`the gateway shows no way to pay: ${html}`)
      const back = await fetch(`${url}${link[1]}`, { redirect: 'manual' })
      const answers = paid.findLast((one) => one.outTradeNo === link[2])?.answers ?? []
      return { outTradeNo: link[2]!, returned: back.headers.get('location') ?? '', answers }
    },
    stop,
  }
}
export type Epay = Awaited<ReturnType<typeof startEpay>>

// Written from the protocol, not from the driver, so that both cannot share a mistake.
function sign(params: URLSearchParams, key: string): string {
  const names = [...new Set(params.keys())].filter((name) => name !== 'sign' && name !== 'sign_type' && params.get(name))
  names.sort()
  let text = ''
  for (const name of names) text += (text ? '&' : '') + name + '=' + params.get(name)
  return createHash('md5')
    .update(text + key)
    .digest('hex')
}

function withQuery(url: string, params: URLSearchParams): string {
  return `${url}${url.includes('?') ? '&' : '?'}${params}`
}
