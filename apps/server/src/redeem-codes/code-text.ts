import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so that a code can be read out and typed. https://www.crockford.com/base32.html */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** A new code of 100 random bits, without dashes. */
export function newCode(): string {
  // 32 divides 256, so every letter is as likely as the next.
  return Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % 32]).join('')
}

/** What was typed, as codes are stored: dashes, blanks and case do not count, and look-alikes are what they look like. */
export function codeKey(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** As codes are shown: XXXXX-XXXXX-XXXXX-XXXXX. */
export function showCode(code: string): string {
  return code.replace(/.{5}(?=.)/g, '$&-')
}
