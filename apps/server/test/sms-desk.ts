import { createHash, createHmac } from 'node:crypto'
import { type Asked, json, listen, type Reply } from './gateways/listen.ts'

export type SentSms = { to: string; text: string }

/**
 * Servers that check calls as Twilio and Alibaba Cloud do: Basic login, and the ACS3-HMAC-SHA256 signature with its date and nonce.
 * `next`: an answer to give instead of accepting.
 */
export async function startSmsDesk() {
  const account = { id: 'AC0123456789', secret: 'twilio-auth-token' }
  const key = { id: 'LTAI0123456789', secret: 'alibaba-secret-key' }
  const sent: SentSms[] = []
  const nonces = new Set<string>()
  const replies: Reply[] = []

  function twilio({ path, headers, raw }: Asked): Reply {
    const expected = `Basic ${Buffer.from(`${account.id}:${account.secret}`).toString('base64')}`
    if (headers.authorization !== expected) return json({ code: 20003, message: 'Authenticate', status: 401 }, 401)
    if (path !== `/2010-04-01/Accounts/${account.id}/Messages.json`) return json({ code: 20404, message: 'Not found' }, 404)
    const form = new URLSearchParams(raw)
    if (!form.get('From') && !form.get('MessagingServiceSid')) return json({ code: 21603, message: 'A From number is required' }, 400)
    const to = form.get('To') ?? ''
    if (!/^\+\d{8,15}$/.test(to)) return json({ code: 21211, message: `Invalid 'To' Phone Number: ${to}` }, 400)
    const reply = replies.shift()
    if (reply) return reply
    sent.push({ to, text: form.get('Body') ?? '' })
    return json({ sid: 'SM1', status: 'queued' }, 201)
  }

  function alibaba({ method, search, query, headers, raw }: Asked): Reply {
    const refused = (Code: string, status = 400): Reply => json({ Code, Message: Code, RequestId: 'r' }, status)
    const match = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')
    if (!match) return refused('IncompleteSignature')
    const [, id, names = '', signature] = match
    if (id !== key.id) return refused('InvalidAccessKeyId.NotFound', 404)
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
    const needed = Object.keys(headers).filter((name) => name.startsWith('x-acs-') || name === 'host')
    if (needed.some((name) => !names.split(';').includes(name)) || headers['x-acs-content-sha256'] !== hash(raw))
      return refused('SignatureDoesNotMatch')
    const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
    const canonical = [method, '/', search, lines.join(''), names, hash(raw)].join('\n')
    const expected = createHmac('sha256', key.secret)
      .update(`ACS3-HMAC-SHA256\n${hash(canonical)}`)
      .digest('hex')
    if (signature !== expected) return refused('SignatureDoesNotMatch')
    const date = String(headers['x-acs-date'])
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date) || Math.abs(Date.parse(date) - Date.now()) > 15 * 60_000)
      return refused('InvalidTimeStamp.Expired')
    const nonce = String(headers['x-acs-signature-nonce'])
    if (nonces.has(nonce)) return refused('SignatureNonceUsed')
    nonces.add(nonce)
    if (headers['x-acs-action'] !== 'SendSms' || headers['x-acs-version'] !== '2017-05-25') return refused('InvalidAction.NotFound', 404)
    const reply = replies.shift()
    if (reply) return reply
    sent.push({
      to: query.get('PhoneNumbers') ?? '',
      text: `${query.get('SignName')} ${query.get('TemplateCode')} ${query.get('TemplateParam')}`,
    })
    return json({ Code: 'OK', Message: 'OK', BizId: '1', RequestId: 'r' })
  }

  const { url: base, stop } = await listen((asked) => (asked.search === '' ? twilio(asked) : alibaba(asked)))
  const shared = { 'sms.twilio_account': account.id, 'sms.twilio_auth': account.secret, 'sms.twilio_from': '+15550001111' }
  return {
    apis: { twilio: base, alibaba: base },
    sent,
    account,
    key,
    next: (status: number, body: object) => void replies.push(json(body, status)),
    twilio: { ...shared, 'sms.provider': 'twilio' },
    alibaba: {
      'sms.provider': 'alibaba',
      'sms.alibaba_id': key.id,
      'sms.alibaba_secret': key.secret,
      'sms.alibaba_sign': '示例 (测试)',
      'sms.alibaba_template': 'SMS_1001',
    },
    stop,
  }
}
