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
  type Started,
  type StartInput,
  type Verified,
  type VerifyInput,
} from './driver.ts'
import { beijingTime } from './beijing-time.ts'
import { expectJson, readJson } from './call-gateway.ts'
import { isPrivateKey, isPublicKey } from './rsa-key.ts'
import { callWechat, isSigned, Sealed, unseal } from './wechat-signature.ts'
import { firstText } from './first-text.ts'

const CURRENCY = 'CNY'
const success: GatewayAnswer = { contentType: 'application/json', body: JSON.stringify({ code: 'SUCCESS' }) }
/** Final states without payment. `REFUND` is not among them: it was paid and can be queried. */
const CLOSED = ['CLOSED', 'REVOKED', 'PAYERROR']

const PaymentNotification = z.object({ event_type: z.string(), resource: Sealed })
const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.optional(z.string()),
  trade_state: z.string(),
  amount: z.optional(z.object({ total: z.int(), currency: z.optional(z.string()) })),
})
const RefundNotification = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  refund_status: z.string(),
  amount: z.object({ refund: z.int() }),
})
const Native = z.object({ code_url: z.string() })
const Refund = z.object({ refund_id: z.string(), status: z.string() })
const Refusal = z.object({ code: z.string(), message: z.optional(z.string()) })

/** WeChat Pay, API v3, Native: the payer scans a QR code. */
export const wechatNative: PaymentDriver = {
  driver: 'wechat_native',
  fields: [
    field('mchid', 'text'),
    field('appid', 'text'),
    field('cert_serial', 'text'),
    field('private_key', 'secret'),
    field('api_v3_key', 'secret'),
    field('public_key_id', 'text', { required: false }),
    field('public_key', 'long_text', { required: false }),
    field('api_base', 'url', { required: false }),
  ],
  patterns: {
    mchid: /^\d{8,12}$/,
    appid: /^wx[0-9a-zA-Z]{10,30}$/,
    cert_serial: /^[0-9A-Fa-f]{16,64}$/,
    api_v3_key: /^[\x21-\x7e]{32}$/,
    public_key_id: /^\w{10,64}$/,
  },
  checks: { private_key: isPrivateKey, public_key: isPublicKey },
  canCharge: (currency) => currency === CURRENCY,
  start,
  verify,
  close,
  query,
  refund,
}

// WeChat also finds a transaction by our number, so we close it by that.
async function start({ config, attempt, notifyUrl, title }: StartInput): Promise<Started> {
  const reply = await callWechat(config, 'POST', '/v3/pay/transactions/native', {
    appid: config['appid'],
    mchid: config['mchid'],
    description: title,
    out_trade_no: attempt.attemptNo,
    time_expire: beijingTime(attempt.expiresAt),
    notify_url: notifyUrl,
    amount: { total: attempt.payAmount, currency: CURRENCY },
  })
  return { type: 0, data: expectJson(Native, reply).code_url, externalId: attempt.attemptNo }
}

async function verify({ config, method, rawBody, headers, now }: VerifyInput): Promise<Verified> {
  if (method !== 'POST') return rejected('not a notification')
  if (!(await isSigned(config, headers, rawBody, now))) return rejected('wrong signature, or too old')
  const notification = readJson(PaymentNotification, rawBody.toString('utf8'))
  const opened = notification && unseal(config, notification.resource)
  if (!opened) return rejected('not sealed with the key of this merchant')
  if (notification.event_type.startsWith('REFUND.')) return ofRefund(config, opened)
  const transaction = readJson(Transaction, opened)
  return transaction ? ofTransaction(config, transaction) : rejected('not a transaction')
}

function ofTransaction(config: DriverConfig, transaction: z.infer<typeof Transaction>): Verified {
  const { mchid, appid, out_trade_no: attemptNo, transaction_id: callbackNo, trade_state, amount } = transaction
  if (mchid !== config['mchid'] || appid !== config['appid']) return rejected('another merchant or application')
  if (trade_state !== 'SUCCESS') return { kind: 'ignored', answer: success }
  if (!callbackNo || !amount) return rejected('amount or number missing')
  // `total` is the amount asked for; a platform coupon may have paid part of it.
  const payment = { attemptNo, callbackNo, amount: amount.total, currency: amount.currency ?? CURRENCY }
  return { kind: 'paid', payment, answer: success }
}

function ofRefund(config: DriverConfig, opened: string): Verified {
  const refund = readJson(RefundNotification, opened)
  if (!refund) return rejected('not a refund')
  if (refund.mchid !== config['mchid']) return rejected('another merchant')
  const { out_trade_no: attemptNo, transaction_id: callbackNo, refund_id: reversalNo, out_refund_no: refundNo } = refund
  const numbers = { callbackNo, reversalNo, refundNo, amount: refund.amount.refund, currency: CURRENCY }
  if (refund.refund_status === 'CLOSED') return { kind: 'refund_failed', refund: numbers, answer: success }
  if (refund.refund_status !== 'SUCCESS') return { kind: 'ignored', answer: success }
  return { kind: 'reversed', reversal: { ...numbers, attemptNo, cause: 'refund' }, answer: success }
}

async function query(config: DriverConfig, { attemptNo }: AttemptRef): Promise<Queried> {
  const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(attemptNo)}?mchid=${config['mchid']}`
  const reply = await callWechat(config, 'GET', path)
  if (readJson(Refusal, reply.text)?.code === 'ORDER_NOT_EXIST') return { kind: 'pending' }
  const transaction = expectJson(Transaction, reply)
  if (CLOSED.includes(transaction.trade_state)) return { kind: 'closed' }
  // Paid, then refunded: reported as paid, so that both are booked.
  const state = transaction.trade_state === 'REFUND' ? 'SUCCESS' : transaction.trade_state
  const seen = ofTransaction(config, { ...transaction, trade_state: state })
  if (seen.kind === 'ignored') return { kind: 'pending' }
  if (seen.kind !== 'paid' || seen.payment.attemptNo !== attemptNo) throw new Error('WeChat Pay answered for another transaction')
  return { kind: 'paid', payment: seen.payment }
}

async function refund(config: DriverConfig, { callbackNo, refundNo, amount, total, reason }: RefundInput): Promise<Refunded> {
  const reply = await callWechat(config, 'POST', '/v3/refund/domestic/refunds', {
    transaction_id: callbackNo,
    out_refund_no: refundNo,
    // At most 80 bytes.
    reason: reason.slice(0, 26) || undefined,
    amount: { refund: amount, total, currency: CURRENCY },
  })
  // Business refusals (too much, too late, too little money) are 400 and 403. Errors 401 and 404 are ours to fix.
  const { code = '', message } = readJson(Refusal, reply.text) ?? {}
  if (reply.status >= 400 && ['INVALID_REQUEST', 'PARAM_ERROR', 'NOT_ENOUGH', 'RULE_LIMIT'].includes(code)) {
    return { externalId: null, status: 'failed', said: firstText(message, code) }
  }
  const { refund_id: externalId, status } = expectJson(Refund, reply)
  if (status === 'SUCCESS') return { externalId, status: 'succeeded' }
  return status === 'PROCESSING' ? { externalId, status: 'pending' } : { externalId, status: 'failed', said: status }
}

async function close(config: DriverConfig, externalId: string): Promise<void> {
  const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(externalId)}/close`
  const reply = await callWechat(config, 'POST', path, { mchid: config['mchid'] })
  const code = readJson(Refusal, reply.text)?.code ?? ''
  if (reply.status < 300 || ['ORDERPAID', 'ORDER_PAID', 'ORDER_CLOSED', 'ORDERCLOSED', 'ORDER_NOT_EXIST', 'ORDERNOTEXIST'].includes(code))
    return
  throw new Error(`WeChat Pay answered ${reply.status} ${code}`)
}
