import { type SignInSite, type SiteId, siteIds } from '@portico/contract/sign-in-sites'
import type { App } from '../app.ts'
import { siteAccess } from './site-access.ts'

/** A site to sign in with, as the operator set it up. */
export type Site = {
  id: SiteId
  label: string
  /** Issuer's URL without trailing slash; with a person's id there, it identifies them. */
  issuer: string
  clientId: string
  /** The client secret, or Apple's private key. */
  secret: string
  /** Team and key id of Apple's key; null for other sites. */
  signer: { team: string; kid: string } | null
  scope: string
  isOn: boolean
}

const names = { google: 'Google', apple: 'Apple', github: 'GitHub', telegram: 'Telegram' }
const scopes: Record<SiteId, string> = {
  google: 'openid email profile',
  apple: 'name email',
  github: 'read:user user:email',
  telegram: 'openid profile',
  oidc: 'openid email profile',
}

export function siteOf(app: App, id: SiteId): Site {
  const settings = app.settings()
  const shared = { id, isOn: settings[`oauth.${id}_on`], clientId: settings[`oauth.${id}_client_id`], scope: scopes[id], signer: null }
  if (id === 'oidc') {
    const issuer = plainIssuer(settings['oauth.oidc_issuer'])
    const label = settings['oauth.oidc_label'] || hostOf(issuer)
    return { ...shared, label, issuer, secret: settings['oauth.oidc_client_secret'] }
  }
  const known = { ...shared, label: names[id], issuer: plainIssuer(siteAccess(app).addresses[id]) }
  if (id !== 'apple') return { ...known, secret: settings[`oauth.${id}_client_secret`] }
  const signer = { team: settings['oauth.apple_team'], kid: settings['oauth.apple_kid'] }
  return { ...known, secret: settings['oauth.apple_private_key'], signer }
}

/** The sites that are switched on and complete, in the order of their buttons. */
export function readySites(app: App): SignInSite[] {
  return siteIds.filter((id) => isReady(app, id)).map((id) => ({ id, label: siteOf(app, id).label }))
}

export function isReady(app: App, id: SiteId): boolean {
  const site = siteOf(app, id)
  return site.isOn && isComplete(site)
}

export function isComplete({ issuer, clientId, secret, signer }: Site): boolean {
  return issuer !== '' && clientId !== '' && secret !== '' && (signer === null || (signer.team !== '' && signer.kid !== ''))
}

/** The configured site with this issuer; undefined: no longer offered. */
export function siteByIssuer(app: App, issuer: string): Site | undefined {
  return siteIds.map((id) => siteOf(app, id)).find((site) => site.issuer === issuer)
}

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

/** Normalises an issuer's URL. */
function plainIssuer(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/+$/, '') : ''
}
