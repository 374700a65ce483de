import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

/** An RSA key as merchants come by it: PEM with or without its line breaks, or bare base64; PKCS#8 or PKCS#1. Throws if it is none. */
export function privateKeyOf(text: string): KeyObject {
  const key = derOf(text)
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}

/** The same for a public key; a certificate stands for the key in it. */
export function publicKeyOf(text: string): KeyObject {
  const key = derOf(text)
  if (text.includes('CERTIFICATE')) return new X509Certificate(key).publicKey
  try {
    return createPublicKey({ key, format: 'der', type: 'spki' })
  } catch {
    return createPublicKey({ key, format: 'der', type: 'pkcs1' })
  }
}

export function isPrivateKey(text: string): boolean {
  return isRsa(privateKeyOf, text)
}

/** A private key would do for a public one, and be shown to every operator. */
export function isPublicKey(text: string): boolean {
  return isRsa(publicKeyOf, text) && !isRsa(privateKeyOf, text)
}

function isRsa(read: (text: string) => KeyObject, text: string): boolean {
  try {
    return read(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function derOf(text: string): Buffer {
  return Buffer.from(text.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''), 'base64')
}
