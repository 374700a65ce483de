import { readFileSync } from 'node:fs'
import type { ErrorCode } from '@portico/contract/errors'
import { AppError } from '../errors.ts'
import { emailKey } from './email-key.ts'

const LEAST = 8
const MOST = 128

/** Checks a new password; throws its fault as an error of `field`. `own`: what others know about the account, such as its address. */
export function requireGoodPassword(password: string, own: (string | null)[], field = 'password'): void {
  const fault = passwordFault(password, { own: own.filter((text) => text !== null) })
  if (fault) throw new AppError(fault, { fields: { [field]: fault } })
}

/** Why a password is too easy to guess; null: it is good enough. `own`: addresses, phone numbers and the site's name. */
export function passwordFault(password: string, { own }: { own: string[] }): ErrorCode | null {
  const text = password.trim().toLowerCase()
  if (Array.from(text).length < LEAST) return 'password.too_short'
  if (Array.from(password).length > MOST) return 'password.too_long'
  if (own.flatMap(spellings).includes(withoutTail(text))) return 'password.own'
  return commonPasswords().has(text) ? 'password.common' : null
}

/** Words an attacker would try first, made from an address, phone number or site name. */
function spellings(own: string): string[] {
  const text = own.trim().toLowerCase()
  const forms = text.includes('@') ? [text, emailKey(text), text.split('@')[0] ?? '', emailKey(text).split('@')[0] ?? ''] : [text]
  const phone = /^\+[\d\s-]+$/.test(text) ? [text.replace(/\D/g, '')] : []
  return [...forms, ...phone, ...forms.map((form) => form.replaceAll(/\s/g, ''))].filter(Boolean).map(withoutTail)
}

/** The text without digits and signs at its end: "maria2024!" is no better than "maria". */
function withoutTail(text: string): string {
  return text.replace(/(?<=[^\d\W_].*)[\d\W_]+$/u, '')
}

let common: Set<string> | undefined

/** Reads the common passwords. Each line of the file starts with how many characters (base 36) it shares with the line before. */
function commonPasswords(): Set<string> {
  if (common) return common
  common = new Set()
  let before = ''
  for (const line of readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n')) {
    before = before.slice(0, Number.parseInt(line[0] ?? '0', 36)) + line.slice(1)
    if (before !== '') common.add(before)
  }
  return common
}
