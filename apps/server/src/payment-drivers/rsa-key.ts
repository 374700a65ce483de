import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'

/**
 * Reads an RSA key in the formats merchants get: PEM with or without line breaks, or bare base64; PKCS#8 or PKCS#1. Throws on anything
 * else.
 */
export function privateKeyOf(text: string): KeyObject {
  const key = derOf(text)
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}

/** Reads an RSA public key, or a certificate's. */
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

/** A private key would work too, but every operator can see this field. */
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
