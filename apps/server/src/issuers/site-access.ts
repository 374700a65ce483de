import type { SiteId } from '@portico/contract/sign-in-sites'
import type { Configuration } from 'openid-client'
import { service } from '../service.ts'

/** How other sites are reached. Tests put their own servers in place. */
export type SiteAccess = {
  /** The issuers that are not chosen by the operator. */
  addresses: Record<Exclude<SiteId, 'oidc'>, string>
  /** Where GitHub says who somebody is. */
  githubApi: string
  /** Whether sites on this machine may be called, without TLS. */
  allowLoopback: boolean
  /** What is known about each site, by its settings. Other settings are another key, and each entry ends by itself. */
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
