import { webcrypto } from 'node:crypto'
import { AppError } from '../errors.ts'

const SUITE = 'ECDH-P256+HKDF-SHA256+A256GCM'
const curve = { name: 'ECDH', namedCurve: 'P-256' } as const

type Sealed = { crypt: string; key: string; data: string }

/**
 * Encrypts answers for the holder of that ephemeral P-256 key (base64url of the raw point). HKDF info is `portico-response`, no
 * salt. Throws `encryption.invalid_key` for an unusable key.
 */
export async function encryptFor(clientKey: string): Promise<(body: string) => Promise<Sealed>> {
  const { subtle } = webcrypto
  let peer: webcrypto.CryptoKey
  try {
    peer = await subtle.importKey('raw', Buffer.from(clientKey, 'base64url'), curve, false, [])
  } catch {
    throw new AppError('encryption.invalid_key')
  }
  const own = await subtle.generateKey(curve, true, ['deriveBits'])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: peer }, own.privateKey, 256)
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('portico-response')
  const derive = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info } as const
  const key = await subtle.deriveKey(derive, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const ownPublic = Buffer.from(await subtle.exportKey('raw', own.publicKey)).toString('base64url')
  return async (body) => {
    const iv = webcrypto.getRandomValues(new Uint8Array(12))
    const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(body))
    return { crypt: SUITE, key: ownPublic, data: Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url') }
  }
}
