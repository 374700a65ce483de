import { randomBytes } from 'node:crypto'
import { plainCode } from '@portico/contract/typed-code'

/** Crockford's base 32: no I, L, O or U, so codes are easy to read out and type. https://www.crockford.com/base32.html */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** A new code of 100 random bits, without dashes. */
export function newCode(): string {
  // 32 divides 256, so all letters are equally likely.
  return Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % 32]).join('')
}

/** Typed text in the form codes are stored in: without dashes, spaces and case, with O read as 0, and I and L as 1. */
export function codeKey(typed: string): string {
  return plainCode(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** A code as shown: XXXXX-XXXXX-XXXXX-XXXXX. */
export function showCode(code: string): string {
  return code.replace(/.{5}(?=.)/g, '$&-')
}
