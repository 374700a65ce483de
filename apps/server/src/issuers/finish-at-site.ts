import type { SiteId } from '@portico/contract/sign-in-sites'
import * as oidc from 'openid-client'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { takeToken, type TokenData } from '../one-time-tokens/one-time-tokens.ts'
import { readPerson, type Person } from './read-person.ts'
import { siteClient } from './site-client.ts'
import { type Site, siteOf } from './sites.ts'
import { hashOf } from './start-at-site.ts'

/** What the browser brings back from the other site, with its cookie. */
export type SiteAnswer = { code: string; state: string; iss: string | null; id: SiteId | null; cookie: string | null }
export type Started = { accountId: number | null; site: Site; data: TokenData['site_state'] }

/**
 * Uses up the state of a sign-in. Of simultaneous calls one gets it. Throws `oauth.expired` if it is unknown, used, expired, or of another
 * browser or site.
 */
export async function takeStart(app: App, { state, id, cookie }: SiteAnswer): Promise<Started> {
  const taken = await takeToken(app.database.db, 'site_state', state, app.now())
  if (!taken || cookie === null || taken.data.browser !== hashOf(cookie)) throw new AppError('oauth.expired')
  const { data, accountId } = taken
  // Written by `startAtSite`.
  const site = siteOf(app, data.site as SiteId)
  if (id !== null && id !== site.id) throw new AppError('oauth.expired')
  // The operator changed the site meanwhile: the code belongs to the one before.
  if (!site.isOn || site.issuer !== data.issuer || site.clientId !== data.clientId) throw new AppError('oauth.expired')
  return { accountId, site, data }
}

/**
 * Exchanges the code for who is there. Checks state, nonce, issuer, audience, expiry and signature; keeps no token. Throws
 * `oauth.failed`.
 */
export async function askWho(app: App, { site, data }: Started, { code, state, iss }: SiteAnswer): Promise<Person> {
  const answer = new URL(data.redirectUrl)
  answer.search = new URLSearchParams({ code, state, ...(iss === null ? {} : { iss }) }).toString()
  try {
    const client = await siteClient(app, site)
    const isOidc = site.id !== 'github'
    const tokens = await oidc.authorizationCodeGrant(client, answer, {
      expectedState: state,
      pkceCodeVerifier: data.verifier,
      ...(isOidc ? { expectedNonce: data.nonce, idTokenExpected: true } : {}),
    })
    return await readPerson(app, site, client, tokens)
  } catch (error) {
    app.log.warn({ err: error, site: site.id }, 'another site did not say who is there')
    throw new AppError('oauth.failed')
  }
}
