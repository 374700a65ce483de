import * as z from 'zod/mini'

const Sealed = z.object({ crypt: z.string(), key: z.string(), data: z.string() })
const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

/** A key pair for one call, so a recorded answer can never be decrypted later. */
export interface CallKey {
  publicKey: string
  open(body: unknown): Promise<unknown>
}

/** Makes the keys of one call. Needs Web Crypto, which browsers offer only on HTTPS and localhost. */
export async function makeCallKey(): Promise<CallKey> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { publicKey: encode(new Uint8Array(raw)), open: (body) => open(pair.privateKey, Sealed.parse(body)) }
}

async function open(privateKey: CryptoKey, { key, data }: z.infer<typeof Sealed>): Promise<unknown> {
  const theirs = await crypto.subtle.importKey('raw', decode(key), CURVE, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, privateKey, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('portico-response')
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  const secret = await crypto.subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
  const bytes = decode(data)
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, secret, bytes.slice(12))
  return JSON.parse(new TextDecoder().decode(plain))
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
