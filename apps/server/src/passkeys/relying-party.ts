import { isIP } from 'node:net'
import { AppError } from '../errors.ts'

/** The site as passkeys know it: they work only at this origin. */
export type RelyingParty = { id: string; origin: string }

/** Takes the site's configured address, never the one a request names. Throws `passkey.no_domain` where it is an IP address. */
export function relyingParty(siteOrigin: string): RelyingParty {
  const { hostname, origin } = new URL(siteOrigin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw new AppError('passkey.no_domain')
  return { id: hostname, origin }
}
