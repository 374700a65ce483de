import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { LinkKind } from '@portico/contract/links'

/** What a signed token says: who, and the second in which it was made. `isSigned`: with this secret. */
export type SignedToken = { subject: string; madeAt: number; isSigned: boolean }

/** Characters of the signature that Marzban keeps. */
const SIGNATURE = 10
const Claims = z.object({ access: z.literal('subscription'), sub: z.string(), iat: z.number(), exp: z.optional(z.number()) })

/**
 * Reads a token that Marzban (0.2 to 0.8) or PasarGuard signed; null: it is none. All work is done for every token, so that the time
 * does not tell a forged one from one of an unknown member.
 * - `base64url("name,seconds")` and ten characters of a SHA-256 with the secret behind it; PasarGuard also signed in hex, and writes
 *   `v2,id,seconds`
 * - PasarGuard since 5: `base64url("v3,id,seconds")`, a dot and a whole HMAC
 * - older ones: a JWT with HS256
 */
export function readSigned(kind: Exclude<LinkKind, 'token'>, secret: string, token: string): SignedToken | null {
  const parts = token.split('.')
  if (parts.length === 3) return readJwt(secret, parts)
  if (parts.length === 2) return kind === 'pasarguard' ? readWhole(secret, parts) : null
  const [body, signature] = [token.slice(0, -SIGNATURE), token.slice(-SIGNATURE)]
  const hash = createHash('sha256')
    .update(body + secret)
    .digest()
  const wanted = [hash.toString('base64url'), ...(kind === 'pasarguard' ? [hash.toString('hex')] : [])]
  const isSigned = wanted.map((text) => isSame(signature, text.slice(0, SIGNATURE))).includes(true)
  return payload(kind, body, isSigned)
}

function readWhole(secret: string, [body = '', signature = '']: string[]): SignedToken | null {
  return payload('pasarguard', body, isSame(signature, hmac(secret, body)))
}

function readJwt(secret: string, [head = '', body = '', signature = '']: string[]): SignedToken | null {
  const claims = Claims.safeParse(json(body)).data
  const header = z.object({ alg: z.literal('HS256') }).safeParse(json(head))
  const isSigned = isSame(signature, hmac(secret, `${head}.${body}`)) && header.success
  return claims ? { subject: claims.sub, madeAt: Math.floor(claims.iat), isSigned: isSigned && claims.exp === undefined } : null
}

function payload(kind: LinkKind, body: string, isSigned: boolean): SignedToken | null {
  if (!/^[\w-]*$/.test(body)) return null
  const [, version, name = '', seconds] = /^(?:(v[23]),(?=\d+,))?([^,]+),(\d{1,11})$/.exec(Buffer.from(body, 'base64url').toString()) ?? []
  if (seconds === undefined || (version !== undefined && kind !== 'pasarguard')) return null
  return { subject: version === undefined ? name : `#${name}`, madeAt: Number(seconds), isSigned }
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64url')

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function json(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}
