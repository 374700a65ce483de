import { randomBytes } from 'node:crypto'

/** Digits and letters of a code: without I, L, O and U, which are easily misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that cannot be guessed: the prefix, then 13 characters of 5 random bits each. */
export function newCode(prefix = ''): string {
  return prefix + Array.from(randomBytes(13), (byte) => LETTERS[byte % 32]).join('')
}
