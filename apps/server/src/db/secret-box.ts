import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { AppError } from '../errors.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const PREFIX = 'sealed:1:'

/**
 * Encrypts secrets at rest. `place` names the table, row and field, such as `settings/mail.password/value`: a value copied to
 * another place cannot be opened there.
 */
export type SecretBox = {
  hasKey: boolean
  /** Encrypts. Throws `secret.no_key` without a key. */
  seal: (place: string, secret: string) => string
  /** Decrypts; returns values from before there was a key as they are. Throws if key, place or value is wrong. */
  open: (place: string, stored: string) => string
}

/** Turns a stored value into the one to store now; null: erase it. */
export type Reseal = (place: string, stored: string) => string | null

export function createSecretBox(key: Buffer | null): SecretBox {
  return {
    hasKey: key !== null,
    seal: (place, secret) => {
      if (key === null) throw new AppError('secret.no_key')
      return PREFIX + encrypt(key, place, secret).toString('base64url')
    },
    open: (place, stored) => {
      if (!isSealed(stored)) return stored
      if (key === null) throw new Error(`the secret at ${place} needs the settings key`)
      return decrypt(key, place, Buffer.from(stored.slice(PREFIX.length), 'base64url'))
    },
  }
}

export function isSealed(stored: string): boolean {
  return stored.startsWith(PREFIX)
}

/** 32 bytes in hex or base64 (padded or not, URL-safe or not); null: the text is not a key. */
export function parseKey(text: string): Buffer | null {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
  return key?.length === KEY_BYTES ? key : null
}

function encrypt(key: Buffer, place: string, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

function decrypt(key: Buffer, place: string, sealed: Buffer): string {
  try {
    const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString()
  } catch (error) {
    throw new Error(`the secret at ${place} cannot be opened with this settings key`, { cause: error })
  }
}
