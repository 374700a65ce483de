import { sha256Hex } from './sha256.ts'

/** How far a caller's clock may be off, in milliseconds; also how long a used secret is remembered. */
export const CLOCK_WINDOW_MS = 300_000
export const SECRET_PATTERN = /^[0-9a-f]{32}$/

export type Payload = Record<string, unknown> | [string, unknown][]

/**
 * The text that is signed: top-level fields sorted by key (UTF-16 code units) as `key=value` joined with `&`.
 * Strings stay as they are, other values become compact JSON, and undefined values are left out.
 */
export function canonical(payload: Payload): string {
  const fields = Array.isArray(payload) ? payload : Object.entries(payload)
  return fields
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('&')
}

/**
 * Upper-case hex SHA-256 of canonical + secret + timestamp. Tamper evidence only: authority comes from the session. `sha256` returns
 * hex; the server passes its platform's, which is many times faster than the portable one.
 */
export function sign(payload: Payload, secret: string, timestamp: string, sha256: (text: string) => string = sha256Hex): string {
  return sha256(canonical(payload) + secret + timestamp).toUpperCase()
}
