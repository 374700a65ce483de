import { createHash, timingSafeEqual } from 'node:crypto'
import { verify } from '@node-rs/bcrypt'

const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/
// The salt may contain a colon; the digest never does.
const DIGEST = /^\{(md5|sha256|sha3-256)(?:\+salt\}(.*):|\})([0-9a-f]{32}|[0-9a-f]{64})$/is

/** Kind of a hash that another panel made; null: none, or Argon2. `digest`: quick to compute. */
export function isImported(stored: string): 'bcrypt' | 'digest' | null {
  return BCRYPT.test(stored) ? 'bcrypt' : DIGEST.test(stored) ? 'digest' : null
}

/**
 * Verifies hashes of other panels, in the form in which an import stores them:
 * - bcrypt as it is: `$2y$…`, `$2a$…` or `$2b$…`
 * - `{md5}hex` of the password, or `{sha256}hex`, `{sha3-256}hex`
 * - `{md5+salt}salt:hex` of the password followed by the salt, and so on
 */
export async function importedMatches(stored: string, password: string): Promise<boolean> {
  if (BCRYPT.test(stored)) return verify(password, stored)
  const [, algorithm, salt = '', hex = ''] = DIGEST.exec(stored) ?? []
  if (algorithm === undefined) return false
  const expected = Buffer.from(hex, 'hex')
  const digest = createHash(algorithm.toLowerCase())
    .update(password + salt)
    .digest()
  return digest.length === expected.length && timingSafeEqual(digest, expected)
}
