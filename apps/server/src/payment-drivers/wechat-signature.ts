import { createDecipheriv, createSign, createVerify, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import * as z from 'zod/mini'
import type { DriverConfig } from './driver.ts'
import { callGateway, expectJson, type GatewayCall, type GatewayReply } from './call-gateway.ts'
import { privateKeyOf, publicKeyOf } from './rsa-key.ts'

const PRODUCTION = 'https://api.mch.weixin.qq.com'
const TOLERANCE_S = 300
/** Made-up serial numbers must not cause a certificate request each time. */
const FETCH_AGAIN_MS = 60_000

export const Sealed = z.object({ ciphertext: z.string(), nonce: z.string(), associated_data: z.optional(z.string()) })
const Certificates = z.object({ data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: Sealed })) })

type Platform = { fetchedAt: number; keys: Map<string, KeyObject> }
/** Platform certificates by merchant and key: those of one merchant prove nothing to another. */
const platforms = new Map<string, Platform>()

/** Decrypts what WeChat Pay sealed with the merchant's APIv3 key (AES-256-GCM); null: not sealed with it. */
export function unseal(config: DriverConfig, { ciphertext, nonce, associated_data }: z.infer<typeof Sealed>): string | null {
  try {
    const sealed = Buffer.from(ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(config['api_v3_key'] ?? ''), nonce, { authTagLength: 16 })
    decipher.setAuthTag(sealed.subarray(-16))
    decipher.setAAD(Buffer.from(associated_data ?? ''))
    return decipher.update(sealed.subarray(0, -16)).toString('utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/**
 * Whether WeChat Pay signed these bytes, within five minutes of `now`. The key is the configured one if the serial number matches, else a
 * platform certificate, which is fetched. Throws when that fails. https://pay.weixin.qq.com/doc/v3/merchant/4013053420
 */
export async function isSigned(config: DriverConfig, headers: Headers, body: string | Buffer, now: Date): Promise<boolean> {
  const [timestamp, nonce, serial, signature] = ['Timestamp', 'Nonce', 'Serial', 'Signature'].map((name) =>
    headers.get(`Wechatpay-${name}`),
  )
  if (!timestamp || !nonce || !serial || !signature) return false
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false
  const key = await platformKey(config, serial)
  if (!key) return false
  return createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n`).update(body).update('\n').verify(key, signature, 'base64')
}

/** Makes a signed call. Throws unless the platform signed the answer; only a refusal may be unsigned. */
export async function callWechat(config: DriverConfig, method: 'GET' | 'POST', path: string, body?: object): Promise<GatewayReply> {
  const reply = await callSigned(config, method, path, body)
  const mustBeSigned = reply.status < 300 || reply.headers.has('Wechatpay-Signature')
  if (mustBeSigned && !(await isSigned(config, reply.headers, reply.text, new Date())))
    throw new Error('WeChat Pay did not sign its answer')
  return reply
}

async function callSigned(config: DriverConfig, method: 'GET' | 'POST', path: string, body?: object): Promise<GatewayReply> {
  const [timestamp, nonce, text] = [Math.floor(Date.now() / 1000), randomBytes(16).toString('hex'), body ? JSON.stringify(body) : '']
  const signature = createSign('RSA-SHA256')
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${text}\n`)
    .sign(privateKeyOf(config['private_key'] ?? ''), 'base64')
  const parts = { mchid: config['mchid'], nonce_str: nonce, signature, timestamp, serial_no: config['cert_serial'] }
  const list = Object.entries(parts).map(([name, value]) => `${name}="${value}"`)
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': 'portico',
    authorization: `WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`,
    ...(config['public_key_id'] ? { 'wechatpay-serial': config['public_key_id'] } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const call: GatewayCall = { method, headers, ...(body ? { body: text } : {}) }
  return callGateway(`${config['api_base'] || PRODUCTION}${path}`, call)
}

async function platformKey(config: DriverConfig, serial: string): Promise<KeyObject | null> {
  if (config['public_key'] && serial === (config['public_key_id'] || serial)) return publicKeyOf(config['public_key'])
  const id = `${config['mchid']} ${config['api_v3_key']} ${config['api_base'] ?? ''}`
  const known = platforms.get(id)
  if (known && (known.keys.has(serial) || Date.now() - known.fetchedAt < FETCH_AGAIN_MS)) return known.keys.get(serial) ?? null
  const fetched = await fetchCertificates(config)
  platforms.set(id, { fetchedAt: Date.now(), keys: fetched })
  return fetched.get(serial) ?? null
}

// They are genuine because they are sealed with a key that only this merchant and the platform have. Merchants who got a public key from
// the start have none: 404.
async function fetchCertificates(config: DriverConfig): Promise<Map<string, KeyObject>> {
  const reply = await callSigned(config, 'GET', '/v3/certificates')
  if (reply.status === 404) return new Map()
  const { data } = expectJson(Certificates, reply)
  const keys = data.map(({ serial_no, encrypt_certificate }) => {
    const pem = unseal(config, encrypt_certificate)
    if (pem === null) throw new Error('a platform certificate is not sealed with the APIv3 key')
    return [serial_no, new X509Certificate(pem).publicKey] as const
  })
  return new Map(keys)
}
