import { randomBytes } from 'node:crypto'

/** Without I, L, O and U, which are read as something else. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that cannot be guessed: 13 letters of 5 random bits each, after the prefix. */
export function newCode(prefix = ''): string {
  return prefix + Array.from(randomBytes(13), (byte) => LETTERS[byte % 32]).join('')
}
