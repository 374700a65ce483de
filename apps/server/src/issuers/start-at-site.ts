import { createHash, randomBytes } from 'node:crypto'
import type { SiteId } from '@portico/contract/sign-in-sites'
import * as oidc from 'openid-client'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import type { Origin } from '../http/origin.ts'
import { giveToken } from '../one-time-tokens/one-time-tokens.ts'
import { siteOrigin } from '../settings/settings.ts'
import { siteClient } from './site-client.ts'
import { isReady, siteOf } from './sites.ts'

const LIFETIME_S = 600

type Start = {
  id: SiteId
  /** Account to link; null: a sign-in. */
  accountId: number | null
  /** The browser's cookie; null: it has none yet. */
  cookie: string | null
  redirect: string | null
  invite: string
}

/**
 * Starts a sign-in with another site: the URL to send the browser to, and a cookie that it must bring back. Throws `oauth.unavailable`,
 * `limit.exceeded`.
 */
export async function startAtSite(app: App, start: Start, origin: Origin): Promise<{ url: string; cookie: string }> {
  if (!isReady(app, start.id)) throw new AppError('oauth.unavailable')
  await app.limits.siteStartsByAddress.take(origin.network)
  const site = siteOf(app, start.id)
  const client = await siteClient(app, site).catch((error: unknown) => {
    app.log.warn({ err: error, site: start.id }, 'another site cannot be used to sign in')
    throw new AppError('oauth.unavailable')
  })
  const { accountId, redirect, invite } = start
  const cookie = start.cookie ?? randomBytes(32).toString('base64url')
  const [nonce, verifier, redirectUrl] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier(), redirectUrlOf(app)]
  const { issuer, clientId, scope } = site
  const data = { site: site.id, issuer, clientId, redirectUrl, nonce, verifier, browser: hashOf(cookie), redirect, invite }
  const state = await giveToken(app.database.db, 'site_state', { accountId, data, seconds: LIFETIME_S }, app.now())
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUrl,
    scope,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(site.id === 'github' ? {} : { nonce }),
    // Otherwise Google picks one of several accounts.
    ...(site.id === 'google' ? { prompt: 'select_account' } : {}),
    // Apple names nobody in a plain redirect.
    ...(site.id === 'apple' ? { response_mode: 'form_post' } : {}),
  })
  return { url: url.href, cookie }
}

export function redirectUrlOf(app: App): string {
  return `${siteOrigin(app.settings(), app.config)}/auth-redirect`
}

export function hashOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url')
}
