import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import { makeIdentity, pemOf } from '../self-signed.ts'
import { type Asked, type Heard, json, listen, post, type Reply, type Sent } from './listen.ts'

type Transaction = {
  no: string
  id: string
  total: number
  notifyUrl: string
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED'
  refunds: Map<string, { id: string; amount: number }>
}
type Request = {
  out_trade_no?: string
  notify_url?: string
  mchid?: string
  appid?: string
  amount?: { total?: number; currency?: string }
}
type RefundRequest = { transaction_id?: string; out_refund_no?: string; amount?: { refund?: number; total?: number } }

/**
 * WeChat Pay's API v3: requests are signed with the merchant's key, answers and notifications with the platform's. The content
 * of a notification is encrypted with the APIv3 key. `now`: the time of notifications.
 */
export async function startWechat(given: { now?: () => Date; certificates?: boolean } = {}) {
  const now = given.now ?? (() => new Date())
  const [merchant, platform] = [makeIdentity('merchant'), makeIdentity('Tenpay')]
  const [mchid, appid, apiKey] = ['1900000001', 'wx0000000000000001', randomBytes(16).toString('hex')]
  const serial = given.certificates ? platform.serial : 'PUB_KEY_ID_0119000000012026112100000000000001'
  const transactions = new Map<string, Transaction>()
  let count = 0
  let fetched = 0
  const server = await listen((asked) => {
    const reply = isSigned(asked) ? answer(asked) : refuse('SIGN_ERROR', 401)
    return { ...reply, headers: sign(String(reply.body), new Date()) }
  })

  function isSigned({ method, path, query, headers, raw }: Asked): boolean {
    const [scheme, list] = (headers.authorization ?? '').split(' ')
    const part = Object.fromEntries([...(list ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
    if (scheme !== 'WECHATPAY2-SHA256-RSA2048' || part['mchid'] !== mchid || part['serial_no'] !== merchant.serial) return false
    if (Math.abs(Number(part['timestamp']) - Date.now() / 1000) > 300) return false
    const target = query.size > 0 ? `${path}?${query}` : path
    const text = `${method}\n${target}\n${part['timestamp']}\n${part['nonce_str']}\n${raw}\n`
    return createVerify('RSA-SHA256')
      .update(text)
      .verify(merchant.publicKey, part['signature'] ?? '', 'base64')
  }

  function answer({ method, path, query, raw }: Asked): Reply {
    if (method === 'GET' && path === '/v3/certificates') return certificates()
    const body = raw ? (JSON.parse(raw) as Request & RefundRequest) : {}
    if (method === 'POST' && path === '/v3/pay/transactions/native') return create(body)
    if (method === 'POST' && path === '/v3/refund/domestic/refunds') return refund(body)
    const [, no, close] = /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(path) ?? []
    const known = transactions.get(no ?? '')
    if (!known || (close ? body.mchid : query.get('mchid')) !== mchid) return refuse('ORDER_NOT_EXIST', 404)
    if (!close) return json(transaction(known, {}))
    if (known.state !== 'NOTPAY') return refuse('ORDERPAID', 400)
    known.state = 'CLOSED'
    return { status: 204, body: '' }
  }

  function create({ out_trade_no: no, notify_url: notifyUrl, ...body }: Request): Reply {
    const total = body.amount?.total
    if (!no || !notifyUrl || !total || body.mchid !== mchid || body.appid !== appid) return refuse('PARAM_ERROR', 400)
    transactions.set(no, { no, notifyUrl, total, id: `42000${String(++count).padStart(23, '0')}`, state: 'NOTPAY', refunds: new Map() })
    return json({ code_url: `weixin://wxpay/bizpayurl?pr=${no}` })
  }

  function refund({ transaction_id, out_refund_no: no, amount }: RefundRequest): Reply {
    const paid = [...transactions.values()].find(({ id }) => id === transaction_id)
    if (!paid || paid.state !== 'SUCCESS' || !no || !amount?.refund) return refuse('RESOURCE_NOT_EXISTS', 404)
    if (amount.total !== paid.total) return refuse('INVALID_REQUEST', 400)
    const before = paid.refunds.get(no)
    if (!before && returned(paid) + amount.refund > paid.total) return refuse('INVALID_REQUEST', 400)
    const made = before ?? { id: `50000${String(++count).padStart(23, '0')}`, amount: amount.refund }
    paid.refunds.set(no, made)
    return json({
      refund_id: made.id,
      out_refund_no: no,
      status: 'SUCCESS',
      amount: { refund: made.amount, total: paid.total, currency: 'CNY' },
    })
  }

  function certificates(): Reply {
    fetched++
    if (!given.certificates) return refuse('RESOURCE_NOT_EXISTS', 404)
    return json({ data: [{ serial_no: platform.serial, encrypt_certificate: seal(platform.pem, 'certificate', apiKey) }] })
  }

  function transaction(of: Transaction, otherwise: object): object {
    const amount = { total: of.total, payer_total: of.total, currency: 'CNY', payer_currency: 'CNY' }
    const paid = of.state === 'SUCCESS' ? { transaction_id: of.id, amount } : {}
    return { appid, mchid, out_trade_no: of.no, trade_type: 'NATIVE', trade_state: of.state, ...paid, ...otherwise }
  }

  function sign(body: string, at: Date, key = platform.privateKey): Record<string, string> {
    const [timestamp, nonce] = [String(Math.floor(at.getTime() / 1000)), randomBytes(16).toString('hex')]
    const signature = createSign('RSA-SHA256').update(`${timestamp}\n${nonce}\n${body}\n`).sign(key, 'base64')
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': signature,
      'content-type': 'application/json',
    }
  }

  function notification(
    type: string,
    content: object,
    by: { signedWith?: typeof platform.privateKey; sealedWith?: string; at?: Date } = {},
  ): Sent {
    const resource = { original_type: 'transaction', ...seal(JSON.stringify(content), 'transaction', by.sealedWith ?? apiKey) }
    const body = JSON.stringify(
      { id: randomBytes(16).toString('hex'), event_type: type, contenttype: 'encrypt-resource', resource },
      null,
      1,
    )
    return { headers: sign(body, by.at ?? now(), by.signedWith), body }
  }

  return {
    ...server,
    transactions,
    notification,
    transaction,
    otherKey: merchant.privateKey,
    fetched: () => fetched,
    serial,
    config: {
      mchid,
      appid,
      cert_serial: merchant.serial,
      private_key: pemOf(merchant.privateKey),
      api_v3_key: apiKey,
      api_base: server.url,
      ...(given.certificates ? {} : { public_key_id: serial, public_key: pemOf(platform.publicKey) }),
    },
    async pay(attemptNo: string, otherwise: object = {}, to?: string): Promise<Heard> {
      const paid = transactions.get(attemptNo)
      if (!paid) throw new Error(`nothing to pay under ${attemptNo}`)
      paid.state = 'SUCCESS'
      return post(to ?? paid.notifyUrl, notification('TRANSACTION.SUCCESS', transaction(paid, otherwise)))
    },
    returned: (attemptNo: string): number => returned(transactions.get(attemptNo)!),
  }
}
export type FakeWechat = Awaited<ReturnType<typeof startWechat>>

function seal(text: string, about: string, key: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: sealed.toString('base64'), nonce, associated_data: about }
}

const returned = ({ refunds }: Transaction): number => [...refunds.values()].reduce((sum, { amount }) => sum + amount, 0)

function refuse(code: string, status: number): Reply {
  return json({ code, message: code }, status)
}
