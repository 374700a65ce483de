import { randomInt } from 'node:crypto'

// Without 0 and O, 1, I and L, because codes are read aloud and typed.
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const SIGNS = `23456789${LETTERS}`
const LENGTH = 8

/**
 * A random code of about 6 · 10¹¹, too many to guess at the limit for registrations. Starts with a letter, so that no software takes it for
 * a number.
 */
export function newTypedCode(): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  return pick(LETTERS) + Array.from({ length: LENGTH - 1 }, () => pick(SIGNS)).join('')
}
