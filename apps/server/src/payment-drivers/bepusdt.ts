import { createHash } from 'node:crypto'
import { fromDecimal, toDecimal } from '@portico/contract/money'
import * as z from 'zod/mini'
import {
  type DriverConfig,
  field,
  type GatewayAnswer,
  type PaymentDriver,
  rejected,
  type Started,
  type StartInput,
  type Verified,
  type VerifyInput,
} from './driver.ts'
import { callGateway, expectJson, type GatewayReply, isSameText, readJson } from './call-gateway.ts'

const CURRENCY = 'CNY'
const success: GatewayAnswer = { contentType: 'text/plain', body: 'success' }
/** The shortest timeout that BEpusdt accepts. */
const SHORTEST_S = 180
const PAID = '2'

const Fields = z.record(z.string(), z.unknown())
const Opened = z.object({ trade_id: z.string(), order_id: z.string(), payment_url: z.url() })
// Newer versions use `status_code`, some forks `code`.
const Reply = z.object({ status_code: z.optional(z.number()), code: z.optional(z.number()), data: z.optional(z.unknown()) })

/** BEpusdt: the amount is in CNY, the payment in USDT or similar, on a chain. It has no query and no refund. */
export const bepusdt: PaymentDriver = {
  driver: 'bepusdt',
  fields: [
    field('url', 'url'),
    field('token', 'secret'),
    // usdt.trc20, usdt.polygon, tron.trx, …; empty: usdt.trc20.
    field('trade_type', 'text', { required: false }),
  ],
  patterns: { trade_type: /^[a-z0-9]{2,20}\.[a-z0-9]{2,20}$/, token: /^\S{4,}$/ },
  canCharge: (currency) => currency === CURRENCY,
  start,
  verify,
  close,
}

async function start({ config, attempt, notifyUrl, returnUrl, now }: StartInput): Promise<Started> {
  const reply = await call(config, 'create-transaction', {
    order_id: attempt.attemptNo,
    // Sent as a number and signed as printed.
    amount: Number(toDecimal(attempt.payAmount, CURRENCY)),
    notify_url: notifyUrl,
    redirect_url: returnUrl,
    timeout: Math.max(SHORTEST_S, Math.floor((attempt.expiresAt.getTime() - now.getTime()) / 1000)),
    ...(config['trade_type'] ? { trade_type: config['trade_type'] } : {}),
  })
  const { status_code, code, data } = expectJson(Reply, reply)
  const opened = Opened.safeParse(data)
  if ((status_code ?? code) !== 200 || !opened.success || opened.data.order_id !== attempt.attemptNo) {
    throw new Error(`BEpusdt answered: ${reply.text.slice(0, 300)}`)
  }
  return { type: 1, data: opened.data.payment_url, externalId: opened.data.trade_id }
}

function verify({ config, method, rawBody }: VerifyInput): Verified {
  if (method !== 'POST' || !config['token']) return rejected('not a notification, or the method has no token')
  const notification = readJson(Fields, rawBody.toString('utf8'))
  if (!notification) return rejected('not a notification')
  const given = notification['signature']
  if (typeof given !== 'string' || !isSameText(given, signature(notification, config['token']))) return rejected('wrong signature')
  // Nothing to do for other statuses: 1 is pending, 3 has expired.
  if (String(notification['status']) !== PAID) return { kind: 'ignored', answer: success }
  const amount = fromDecimal(String(notification['amount']), CURRENCY)
  const { order_id: attemptNo, trade_id: callbackNo } = notification
  if (amount === null || typeof attemptNo !== 'string' || typeof callbackNo !== 'string') return rejected('amount or number missing')
  if (notification['fiat'] !== undefined && notification['fiat'] !== CURRENCY) return rejected('another currency')
  return { kind: 'paid', payment: { attemptNo, callbackNo, amount, currency: CURRENCY }, answer: success }
}

async function close(config: DriverConfig, externalId: string): Promise<void> {
  // Refused if paid or over, unknown to older versions: in each case nothing is left to do.
  await call(config, 'cancel-transaction', { trade_id: externalId })
}

function call(config: DriverConfig, action: string, fields: Record<string, unknown>): Promise<GatewayReply> {
  const body = JSON.stringify({ ...fields, signature: signature(fields, config['token'] ?? '') })
  const headers = { 'content-type': 'application/json' }
  return callGateway(`${config['url']}/api/v1/order/${action}`, { method: 'POST', headers, body })
}

/** MD5 over the sorted, non-empty fields and the token. Go and JavaScript print these numbers alike. */
function signature(fields: Record<string, unknown>, token: string): string {
  const signed = Object.entries(fields).filter(
    ([name, value]) => name !== 'signature' && value !== '' && value !== null && value !== undefined,
  )
  const text = signed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${String(value)}`)
  return createHash('md5')
    .update(text.join('&') + token, 'utf8')
    .digest('hex')
}
