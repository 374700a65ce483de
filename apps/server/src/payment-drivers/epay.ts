import { createHash } from 'node:crypto'
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
  type StartInput,
  type Verified,
  type VerifyInput,
} from './driver.ts'
import { callGateway, expectJson, type GatewayReply, isSameText } from './call-gateway.ts'
import { firstText } from './first-text.ts'

const CURRENCY = 'CNY'
const success: GatewayAnswer = { contentType: 'text/plain', body: 'success' }
// Some gateways stop after any confirmed notification, so the final one would never come.
const notYet: GatewayAnswer = { contentType: 'text/plain', body: 'fail' }

// Numbers come as numbers or strings, depending on the gateway.
const Numeric = z.union([z.string(), z.number()])
const Order = z.object({
  code: Numeric,
  trade_no: z.optional(Numeric),
  out_trade_no: z.optional(z.string()),
  money: z.optional(Numeric),
  status: z.optional(Numeric),
})
const Outcome = z.object({ code: Numeric, msg: z.optional(z.unknown()) })
const PAID = '1'
const REFUNDED = '2'

/** The redirect interface of EPay gateways, signed with MD5: the payer goes to `submit.php`, the gateway calls back by GET or form. */
export const epay: PaymentDriver = {
  driver: 'epay',
  fields: [
    field('url', 'url'),
    field('pid', 'text'),
    field('key', 'secret'),
    // alipay, wxpay, qqpay, … as the gateway names them; empty: the payer chooses there.
    field('type', 'text', { required: false }),
  ],
  patterns: { pid: /^[\w.-]{1,64}$/, type: /^[\w.-]{1,32}$/ },
  canCharge: (currency) => currency === CURRENCY,
  start: async (input) => ({ type: 1, data: submitUrl(input), externalId: null }),
  verify,
  query,
  refund,
  refundLimit: (config) => (isPrivate(config) ? 'whole' : 'none'),
}

// The signature does not separate fields, so no signed value may come from a member.
function submitUrl({ config, attempt, notifyUrl, returnUrl, title }: StartInput): string {
  const params = new URLSearchParams({
    pid: config['pid'] ?? '',
    ...(config['type'] ? { type: config['type'] } : {}),
    out_trade_no: attempt.attemptNo,
    notify_url: notifyUrl,
    return_url: returnUrl,
    name: title,
    money: toDecimal(attempt.payAmount, CURRENCY),
  })
  params.set('sign', signature(params, config['key'] ?? ''))
  params.set('sign_type', 'MD5')
  return `${config['url']}/submit.php?${params}`
}

function verify({ config, method, query, rawBody }: VerifyInput): Verified {
  const params = method === 'GET' ? query : new URLSearchParams(rawBody.toString('utf8'))
  const { key, pid } = config
  if (!key || !pid) return rejected('the method has no key or merchant number')
  if (!isSameText((params.get('sign') ?? '').toLowerCase(), signature(params, key))) return rejected('wrong signature')
  if (params.get('pid') !== pid) return rejected('another merchant')
  if (params.get('trade_status') !== 'TRADE_SUCCESS') return { kind: 'ignored', answer: notYet }
  const amount = fromDecimal(params.get('money') ?? '', CURRENCY)
  const attemptNo = params.get('out_trade_no')
  const callbackNo = params.get('trade_no')
  if (amount === null || !attemptNo || !callbackNo) return rejected('amount or number missing')
  return { kind: 'paid', payment: { attemptNo, callbackNo, amount, currency: CURRENCY }, answer: success }
}

function signature(params: URLSearchParams, key: string): string {
  const signed = [...params].filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
  const text = signed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
  return createHash('md5')
    .update(text.join('&') + key, 'utf8')
    .digest('hex')
}

async function query(config: DriverConfig, { attemptNo }: AttemptRef): Promise<Queried> {
  // The answer is unsigned, and the request contains the key: on a line that others can read, the key leaks and the answer proves nothing.
  if (!isPrivate(config)) return { kind: 'pending' }
  const order = await readOrder(config, attemptNo)
  if (!order || String(order.status) === '0') return { kind: 'pending' }
  if (order.out_trade_no !== attemptNo) throw new Error('the gateway answered for another order')
  const amount = fromDecimal(String(order.money ?? ''), CURRENCY)
  if (String(order.status) !== PAID) return { kind: 'closed' }
  if (amount === null || !order.trade_no) throw new Error('the gateway returned no amount or number')
  return { kind: 'paid', payment: { attemptNo, callbackNo: String(order.trade_no), amount, currency: CURRENCY } }
}

// EPay gateways take no refund number, so only a full refund is safe to repeat.
async function refund(config: DriverConfig, { attemptNo, callbackNo, amount, total }: RefundInput): Promise<Refunded> {
  if (amount !== total || !isPrivate(config)) return { externalId: null, status: 'failed', said: null }
  const before = await readOrder(config, attemptNo)
  if (String(before?.status) === REFUNDED) return { externalId: callbackNo, status: 'succeeded' }
  const money = toDecimal(amount, CURRENCY)
  const form = new URLSearchParams({ ...loginOf(config), trade_no: callbackNo, out_trade_no: attemptNo, money })
  const { code, msg } = expectJson(Outcome, await callApi(config, 'refund', form))
  return String(code) === '1'
    ? { externalId: callbackNo, status: 'succeeded' }
    : { externalId: null, status: 'failed', said: firstText(msg) }
}

/** An order at the gateway, which exists once the payer opened its page; null: unknown. */
async function readOrder(config: DriverConfig, attemptNo: string): Promise<z.infer<typeof Order> | null> {
  const reply = await callApi(config, 'order', new URLSearchParams({ ...loginOf(config), out_trade_no: attemptNo }))
  const order = expectJson(Order, reply)
  return String(order.code) === '1' ? order : null
}

function loginOf(config: DriverConfig): { pid: string; key: string } {
  return { pid: config['pid'] ?? '', key: config['key'] ?? '' }
}

function callApi(config: DriverConfig, act: 'order' | 'refund', params: URLSearchParams): Promise<GatewayReply> {
  const url = `${config['url']}/api.php?act=${act}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return act === 'order'
    ? callGateway(`${url}&${params}`, { method: 'GET' })
    : callGateway(url, { method: 'POST', headers, body: String(params) })
}

function isPrivate(config: DriverConfig): boolean {
  const url = URL.parse(config['url'] ?? '')
  return url !== null && (url.protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
}
