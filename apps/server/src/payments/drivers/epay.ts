import { createHash, timingSafeEqual } from 'node:crypto'
import { fromDecimal, toDecimal } from '@portico/contract/money'
import { field, type GatewayAnswer, type PaymentDriver, type StartInput, type Verified, type VerifyInput } from '../driver.ts'

const CURRENCY = 'CNY'
const success: GatewayAnswer = { contentType: 'text/plain', body: 'success' }
// A gateway that counts an acknowledged notice as done would never send the final one.
const notYet: GatewayAnswer = { contentType: 'text/plain', body: 'fail' }

/** The redirect interface of the EPay family, signed with MD5: the payer is sent to `submit.php`, the gateway calls back by GET or form. */
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
}

// The scheme does not part one field from the next, so nothing a member can choose may enter a signed value.
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
  if (!key || !pid) return reject('the method has no key or merchant number')
  if (!isSame(params.get('sign') ?? '', signature(params, key))) return reject('wrong signature')
  if (params.get('pid') !== pid) return reject('another merchant')
  if (params.get('trade_status') !== 'TRADE_SUCCESS') return { kind: 'ignored', answer: notYet }
  const amount = fromDecimal(params.get('money') ?? '', CURRENCY)
  const attemptNo = params.get('out_trade_no')
  const callbackNo = params.get('trade_no')
  if (amount === null || !attemptNo || !callbackNo) return reject('amount or number missing')
  return { kind: 'paid', payment: { attemptNo, callbackNo, amount, currency: CURRENCY }, answer: success }
}

function signature(params: URLSearchParams, key: string): string {
  const signed = [...params].filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
  const text = signed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
  return createHash('md5')
    .update(text.join('&') + key, 'utf8')
    .digest('hex')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function reject(reason: string): Verified {
  return { kind: 'rejected', reason }
}
