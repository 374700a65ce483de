import type { SiteId } from '@portico/contract/sign-in-sites'
import type { Configuration } from 'openid-client'
import { service } from '../service.ts'

/** How sign-in sites are called; tests put their own servers in place. */
export type SiteAccess = {
  /** URLs of issuers that operators do not choose. */
  addresses: Record<Exclude<SiteId, 'oidc'>, string>
  /** URL of GitHub's API, which tells who signed in. */
  githubApi: string
  /** Whether sites on this machine may be called, without TLS. */
  allowLoopback: boolean
  /** Clients by a key made of the site's settings; each entry expires by itself. */
  clients: Map<string, { client: Promise<Configuration>; until: number }>
}

export const siteAccess = service(createSiteAccess)

export function createSiteAccess(): SiteAccess {
  const addresses = {
    google: 'https://accounts.google.com',
    apple: 'https://appleid.apple.com',
    github: 'https://github.com',
    telegram: 'https://oauth.telegram.org',
  }
  return { addresses, githubApi: 'https://api.github.com', allowLoopback: false, clients: new Map() }
}
