import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The browser's public key and secret, base64url. */
export type PushKeys = { p256dh: string; auth: string }

const RECORD_BYTES = 4096
const [KEY_BYTES, NONCE_BYTES, SALT_BYTES] = [16, 12, 16]

/**
 * A message that only the browser can read: RFC 8291, as one record of RFC 8188. Each call gives other bytes. Throws if the key is no
 * point.
 */
export function encryptPush(text: string, { p256dh, auth }: PushKeys): Buffer {
  const browser = Buffer.from(p256dh, 'base64url')
  const own = createECDH('prime256v1')
  const ownKey = own.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, ownKey])
  const secret = derive(own.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32)
  const salt = randomBytes(SALT_BYTES)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 ends the last record.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(ownKey.length, 4)
  return Buffer.concat([salt, head, ownKey, sealed])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
