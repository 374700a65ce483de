import { isObject } from '@portico/contract/plain-object'

export type Fields = Record<string, unknown>

/** Something in an inbound that no node here can have: `what` names it, `value` is what the inbound says. */
export class Lacking extends Error {
  readonly what: Lack
  readonly value: string
  constructor(what: Lack, value: string) {
    super(`${what}: ${value}`)
    this.what = what
    this.value = value
  }
}
export type Lack =
  | 'protocol'
  | 'network'
  | 'header'
  | 'security'
  | 'service_name'
  | 'xhttp_mode'
  | 'xhttp_extra'
  | 'keys'
  | 'cipher'
  | 'encryption'
  | 'mask'
  | 'settings'

/** The object behind the first of these names that has one; {} if none has. */
export function field(of: Fields, ...names: string[]): Fields {
  const found = names.map((name) => of[name]).find(isObject)
  return found ?? {}
}

/** A text or number as text; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

/** A list; null: the value is none. */
export function listOf(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null
}

/** The texts of a list, or those of a text with commas. */
export function textsOf(value: unknown): string[] {
  const all = listOf(value) ?? (typeof value === 'string' ? value.split(',') : [])
  return all.map((one) => textOf(one).trim()).filter((text) => text !== '')
}

/** Reads JSON of an object that a column holds as text; null: it is broken, or none. Numbers too large for a double stay exact as texts. */
export function readJson(text: unknown): Fields | null {
  if (isObject(text)) return text
  if (typeof text !== 'string') return null
  try {
    const value: unknown = JSON.parse(text, exact)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function exact(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value
}

/** What members' clients are told in place of what the inbound says; absent: the same. */
export type Shown = { serverName?: string; hostHeader?: string; path?: string; alpn?: string[]; fingerprint?: string; insecure?: boolean }
