/** How far a caller's clock may be off, in milliseconds. A used secret is remembered for the same time. */
export const CLOCK_WINDOW_MS = 300_000
export const SECRET_PATTERN = /^[0-9a-f]{32}$/

export type Payload = Record<string, unknown> | [string, unknown][]

/**
 * The text to sign: top-level fields as `key=value`, sorted by key in UTF-16 order, joined with `&`. Values that are no strings become
 * compact JSON; undefined ones are left out.
 */
export function canonical(payload: Payload): string {
  const fields = Array.isArray(payload) ? payload : Object.entries(payload)
  return fields
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('&')
}

/** What the signature of a request covers. */
export function signedText(payload: Payload, secret: string, timestamp: string): string {
  return canonical(payload) + secret + timestamp
}

/**
 * Signature of a request: upper-case hex SHA-256 of canonical + secret + timestamp. Shows tampering only; authority is the session's.
 * `sha256` returns hex.
 */
export function sign(payload: Payload, secret: string, timestamp: string, sha256: (text: string) => string): string {
  return sha256(signedText(payload, secret, timestamp)).toUpperCase()
}
