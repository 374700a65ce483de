import { fromDecimal, toDecimal } from '@portico/contract/money'
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
import { callAlipay, isSignedNotification, pageAddress, refusal } from './alipay-call.ts'
import { isPrivateKey, isPublicKey } from './rsa-key.ts'
import { firstText } from './first-text.ts'

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
  const content = { ...tradeOf(input), product_code: 'FAST_INSTANT_TRADE_PAY' }
  const urls = { notify_url: notifyUrl, return_url: returnUrl }
  const data = pageAddress(config, { method: 'alipay.trade.page.pay', content, urls })
  return { type: 1, data, externalId: input.attempt.attemptNo }
}

async function startCode(input: StartInput): Promise<Started> {
  const call = { method: 'alipay.trade.precreate', content: tradeOf(input), urls: { notify_url: input.notifyUrl } }
  const answer = await callAlipay(input.config, call)
  if (typeof answer['qr_code'] !== 'string') throw refusal(answer)
  return { type: 0, data: answer['qr_code'], externalId: input.attempt.attemptNo }
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
  if (!isSignedNotification(config, notification)) return rejected('wrong signature')
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
  const answer = await callAlipay(config, {
    method: 'alipay.trade.fastpay.refund.query',
    content: { out_trade_no: attemptNo, out_request_no: refundNo },
  })
  if (typeof answer.refund_amount !== 'string') throw refusal(answer)
  return answer.refund_amount
}

async function query(config: DriverConfig, { attemptNo }: AttemptRef): Promise<Queried> {
  const answer = await callAlipay(config, { method: 'alipay.trade.query', content: { out_trade_no: attemptNo } })
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
  const answer = await callAlipay(config, { method: 'alipay.trade.refund', content: given })
  // 40004 is a business refusal; other codes point to keys or permissions.
  if (answer.code === '40004') return { externalId: null, status: 'failed', said: firstText(answer.sub_msg, answer.sub_code, answer.msg) }
  if (answer.code !== '10000') throw refusal(answer)
  if (answer.fund_change === 'Y') return { externalId: refundNo, status: 'succeeded' }
  // `N`: no money moved just now. This is a repeated call, or the refund is not done yet.
  const seen = await callAlipay(config, {
    method: 'alipay.trade.fastpay.refund.query',
    content: { out_trade_no: attemptNo, out_request_no: refundNo },
  })
  return { externalId: refundNo, status: seen.refund_status === 'REFUND_SUCCESS' ? 'succeeded' : 'pending' }
}

async function close(config: DriverConfig, externalId: string): Promise<void> {
  const answer = await callAlipay(config, { method: 'alipay.trade.close', content: { out_trade_no: externalId } })
  if (answer.code !== '10000' && !NOTHING_TO_CLOSE.includes(String(answer.sub_code))) throw refusal(answer)
}
