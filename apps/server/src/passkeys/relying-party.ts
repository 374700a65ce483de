import { isIP } from 'node:net'
import { AppError } from '../errors.ts'

/** The site for passkeys, which work at this origin only. */
export type RelyingParty = { id: string; origin: string }

/** The relying party of the site's configured origin, never of a request's. Throws `passkey.no_domain` for an IP address. */
export function relyingParty(siteOrigin: string): RelyingParty {
  const { hostname, origin } = new URL(siteOrigin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new AppError('passkey.no_domain')
  return { id: hostname, origin }
}
