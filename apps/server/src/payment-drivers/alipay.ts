import { fromDecimal, toDecimal } from '@portico/contract/money'
import type { AlipaySdk } from 'alipay-sdk'
import * as z from 'zod/mini'
import {
  type AttemptRef,
  type DriverConfig,
  field,
  type GatewayAnswer,
  type Payment,
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
import { beijingTime } from './beijing-time.ts'
import { callGateway, expectJson } from './call-gateway.ts'
import { isPrivateKey, isPublicKey, privateKeyOf, publicKeyOf } from './rsa-key.ts'
import { saidBy } from './said-by.ts'

const CURRENCY = 'CNY'
const success: GatewayAnswer = { contentType: 'text/plain', body: 'success' }
const PAID = ['TRADE_SUCCESS', 'TRADE_FINISHED']
/** Codes that mean: nothing was opened, or nothing is left to close. */
const NOTHING_TO_CLOSE = ['ACQ.TRADE_NOT_EXIST', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID', 'ACQ.TRADE_HAS_CLOSE']

const shared = {
  fields: [
    field('app_id', 'text'),
    field('private_key', 'secret'),
    field('alipay_public_key', 'long_text'),
    field('seller_id', 'text', { required: false }),
    field('gateway', 'url', { required: false }),
  ],
  patterns: { app_id: /^\d{10,32}$/, seller_id: /^2088\d{12}$/ },
  checks: { private_key: isPrivateKey, alipay_public_key: isPublicKey },
  canCharge: (currency: string) => currency === CURRENCY,
  verify,
  close,
  query,
  refund,
}

/** Alipay's own payment page, for desktop browsers. */
export const alipayPage: PaymentDriver = { driver: 'alipay_page', ...shared, start: startPage }
/** Alipay face-to-face: the payer scans a QR code. */
export const alipayF2f: PaymentDriver = { driver: 'alipay_f2f', ...shared, start: startCode }

// Alipay also finds a trade by our number, so we close it by that.
async function startPage(input: StartInput): Promise<Started> {
  const { config, notifyUrl, returnUrl } = input
  const page = { ...tradeOf(input), product_code: 'FAST_INSTANT_TRADE_PAY' }
  const data = (await client(config)).pageExecute('alipay.trade.page.pay', 'GET', {
    notify_url: notifyUrl,
    return_url: returnUrl,
    timestamp: timestamp(),
    bizContent: page,
  })
  return { type: 1, data, externalId: input.attempt.attemptNo }
}

async function startCode(input: StartInput): Promise<Started> {
  const answer = await ask(input.config, 'alipay.trade.precreate', tradeOf(input), { notify_url: input.notifyUrl })
  if (typeof answer.qr_code !== 'string') throw refusal(answer)
  return { type: 0, data: answer.qr_code, externalId: input.attempt.attemptNo }
}

function tradeOf({ config, attempt, title }: StartInput): Record<string, string> {
  return {
    out_trade_no: attempt.attemptNo,
    total_amount: toDecimal(attempt.payAmount, CURRENCY),
    subject: title,
    time_expire: beijingTime(attempt.expiresAt).slice(0, 19).replace('T', ' '),
    ...(config['seller_id'] ? { seller_id: config['seller_id'] } : {}),
  }
}

async function verify({ config, method, rawBody }: VerifyInput): Promise<Verified> {
  if (method !== 'POST') return rejected('not a notification')
  const notification = Object.fromEntries(new URLSearchParams(rawBody.toString('utf8')))
  // The library would accept the older SHA-1 scheme if the message asks for it.
  if (notification['sign_type'] !== 'RSA2') return rejected('not signed with RSA2')
  if (!(await client(config)).checkNotifySignV2(notification)) return rejected('wrong signature')
  if (notification['app_id'] !== config['app_id']) return rejected('another application')
  if (config['seller_id'] && notification['seller_id'] !== config['seller_id']) return rejected('another seller')
  // After a refund Alipay notifies again, with `refund_fee`, and still as TRADE_SUCCESS while something is left.
  if (notification['refund_fee'] && Number(notification['refund_fee']) > 0) return reversalOf(config, notification)
  if (!PAID.includes(notification['trade_status'] ?? '')) return { kind: 'ignored', answer: success }
  const payment = paymentOf(notification['out_trade_no'], notification['trade_no'], notification['total_amount'])
  return payment ? { kind: 'paid', payment, answer: success } : rejected('amount or number missing')
}

function paymentOf(attemptNo: unknown, callbackNo: unknown, total: unknown): Payment | null {
  if (typeof attemptNo !== 'string' || typeof callbackNo !== 'string' || typeof total !== 'string') return null
  const amount = fromDecimal(total, CURRENCY)
  return amount === null || !attemptNo || !callbackNo ? null : { attemptNo, callbackNo, amount, currency: CURRENCY }
}

// `refund_fee` is the total refunded so far. Only a query by the refund's own number gives its amount.
async function reversalOf(config: DriverConfig, notification: Record<string, string>): Promise<Verified> {
  const { out_trade_no: attemptNo, trade_no: callbackNo, out_biz_no: refundNo, refund_fee: inAll } = notification
  if (!attemptNo || !callbackNo || !inAll) return rejected('number missing')
  const amount = fromDecimal(refundNo ? await refundedAmount(config, attemptNo, refundNo) : inAll, CURRENCY)
  if (amount === null) return rejected('invalid amount')
  const number = refundNo || `${callbackNo}:${inAll}`
  const reversal = { attemptNo, callbackNo, reversalNo: number, refundNo: refundNo || null, amount, currency: CURRENCY }
  return { kind: 'reversed', reversal: { ...reversal, cause: 'refund' }, answer: success }
}

async function refundedAmount(config: DriverConfig, attemptNo: string, refundNo: string): Promise<string> {
  const answer = await ask(config, 'alipay.trade.fastpay.refund.query', { out_trade_no: attemptNo, out_request_no: refundNo })
  if (typeof answer.refund_amount !== 'string') throw refusal(answer)
  return answer.refund_amount
}

async function query(config: DriverConfig, { attemptNo }: AttemptRef): Promise<Queried> {
  const answer = await ask(config, 'alipay.trade.query', { out_trade_no: attemptNo })
  // A trade exists once the payer opens the page or scans the code.
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { kind: 'pending' }
  if (answer.code !== '10000') throw refusal(answer)
  if (answer.trade_status === 'TRADE_CLOSED') return { kind: 'closed' }
  if (!PAID.includes(String(answer.trade_status))) return { kind: 'pending' }
  const payment = paymentOf(answer.out_trade_no, answer.trade_no, answer.total_amount)
  if (payment?.attemptNo !== attemptNo) throw refusal(answer)
  return { kind: 'paid', payment }
}

async function refund(config: DriverConfig, { attemptNo, refundNo, amount, currency, reason }: RefundInput): Promise<Refunded> {
  const given = { out_trade_no: attemptNo, out_request_no: refundNo, refund_amount: toDecimal(amount, currency), refund_reason: reason }
  const answer = await ask(config, 'alipay.trade.refund', given)
  // 40004 is a business refusal; other codes point to keys or permissions.
  if (answer.code === '40004') return { externalId: null, status: 'failed', said: saidBy(answer.sub_msg, answer.sub_code, answer.msg) }
  if (answer.code !== '10000') throw refusal(answer)
  if (answer.fund_change === 'Y') return { externalId: refundNo, status: 'succeeded' }
  // `N`: no money moved just now. This is a repeated call, or the refund is not done yet.
  const seen = await ask(config, 'alipay.trade.fastpay.refund.query', { out_trade_no: attemptNo, out_request_no: refundNo })
  return { externalId: refundNo, status: seen.refund_status === 'REFUND_SUCCESS' ? 'succeeded' : 'pending' }
}

async function close(config: DriverConfig, externalId: string): Promise<void> {
  const answer = await ask(config, 'alipay.trade.close', { out_trade_no: externalId })
  if (answer.code !== '10000' && !NOTHING_TO_CLOSE.includes(String(answer.sub_code))) throw refusal(answer)
}

const Answer = z.looseObject({ code: z.string(), msg: z.string(), sub_code: z.optional(z.string()), sub_msg: z.optional(z.string()) })
type Answer = z.infer<typeof Answer>

/** Throws if Alipay is unreachable or out of order, or did not sign the answer. Business refusals are returned, with a `sub_code`. */
async function ask(config: DriverConfig, method: string, bizContent: object, otherwise: object = {}): Promise<Answer> {
  const sdk = await client(config)
  const body = sdk.sdkExecute(method, { ...otherwise, timestamp: timestamp(), bizContent })
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8', accept: 'application/json' }
  const reply = await callGateway(sdk.config.gateway, { method: 'POST', headers, body })
  const name = `${method.replaceAll('.', '_')}_response`
  const said = expectJson(z.record(z.string(), z.unknown()), reply)
  const answer = Answer.parse(said[name])
  // It reads the answer's own text, because the signature covers its bytes.
  sdk.checkResponseSign(reply.text, name, String(said['sign']), '')
  if (answer.code === '20000' || answer.sub_code?.endsWith('SYSTEM_ERROR')) throw refusal(answer)
  return answer
}

function refusal({ code, sub_code, sub_msg, msg }: Answer): Error {
  return new Error(`Alipay answered ${code} ${sub_code ?? ''} ${sub_msg ?? msg}`)
}

// The library would use the server's time zone.
function timestamp(): string {
  return beijingTime(new Date()).slice(0, 19).replace('T', ' ')
}

/** Loaded on first use: it takes some 30 MB, and many sites do without. */
async function client(config: DriverConfig): Promise<AlipaySdk> {
  const { AlipaySdk: Library } = await import('alipay-sdk')
  return new Library({
    appId: config['app_id'] ?? '',
    privateKey: String(privateKeyOf(config['private_key'] ?? '').export({ format: 'pem', type: 'pkcs8' })).trim(),
    keyType: 'PKCS8',
    alipayPublicKey: String(publicKeyOf(config['alipay_public_key'] ?? '').export({ format: 'pem', type: 'spki' })).trim(),
    camelcase: false,
    ...(config['gateway'] ? { gateway: config['gateway'] } : {}),
  })
}
