import { createHash, pbkdf2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { verify } from '@node-rs/bcrypt'

const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
const ARGON2 = /^\$argon2(?:id?|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/
// The salt may contain a colon; the digest never does.
const DIGEST = /^\{(md5|sha256|sha3-256|pbkdf2-sha512\+(?:[1-9]\d{0,6}))(?:\+salt\}(.*):|\})([0-9a-f]{32}|[0-9a-f]{64}|[0-9a-f]{128})$/is

/** How another panel stored a password. The salt is text that follows the password, or that PBKDF2 takes; '' is none. */
export type OldPassword =
  | { scheme: 'bcrypt' | 'argon2'; hash: string }
  | { scheme: 'md5' | 'sha256' | 'sha3-256'; hex: string; salt: string }
  | { scheme: 'pbkdf2-sha512'; hex: string; salt: string; iterations: number }

/** The form in which a password of another panel is stored; null: nobody could verify it. */
export function storedHash(password: OldPassword): string | null {
  if ('hash' in password) return (password.scheme === 'bcrypt' ? BCRYPT : ARGON2).test(password.hash) ? password.hash : null
  const name = 'iterations' in password ? `${password.scheme}+${password.iterations}` : password.scheme
  const stored = password.salt === '' ? `{${name}}${password.hex}` : `{${name}+salt}${password.salt}:${password.hex}`
  return DIGEST.test(stored) && !stored.includes('\0') ? stored : null
}

/** Kind of a hash that another panel made; null: none, or Argon2. `digest`: quick to compute. */
export function isImported(stored: string): 'bcrypt' | 'digest' | null {
  return BCRYPT.test(stored) ? 'bcrypt' : DIGEST.test(stored) ? 'digest' : null
}

/**
 * Verifies hashes of other panels, in the form in which an import stores them:
 * - bcrypt as it is: `$2y$…`, `$2a$…` or `$2b$…`
 * - `{md5}hex`, `{sha256}hex` and `{sha3-256}hex` of the password
 * - `{md5+salt}salt:hex` and so on of the password followed by the salt
 * - `{pbkdf2-sha512+100+salt}salt:hex`, with the number of iterations
 */
export async function importedMatches(stored: string, password: string): Promise<boolean> {
  if (BCRYPT.test(stored)) return verify(password, stored)
  const [, scheme, salt = '', hex = ''] = DIGEST.exec(stored) ?? []
  if (scheme === undefined) return false
  const expected = Buffer.from(hex, 'hex')
  const [algorithm = '', iterations] = scheme.toLowerCase().split('+')
  const digest = iterations
    ? await promisify(pbkdf2)(password, salt, Number(iterations), expected.length, 'sha512')
    : createHash(algorithm)
        .update(password + salt)
        .digest()
  return digest.length === expected.length && timingSafeEqual(digest, expected)
}
