import { randomInt } from 'node:crypto'

// Without 0 and O, 1, I and L: codes are read out and typed in.
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ'
const SIGNS = `23456789${LETTERS}`
const LENGTH = 8

/**
 * About 6 · 10¹¹ of them: not to be guessed at the rate of registrations. It begins with a letter, so that nothing on its way
 * takes it for a number.
 */
export function newInviteCode(): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length))
  return pick(LETTERS) + Array.from({ length: LENGTH - 1 }, () => pick(SIGNS)).join('')
}

/** A code as it is compared: case and spaces say nothing. */
export function normalCode(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase()
}
