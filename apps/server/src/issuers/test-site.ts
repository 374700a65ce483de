import type { SiteFinding } from '@portico/contract/issuers-admin'
import type { SiteId } from '@portico/contract/sign-in-sites'
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import { siteCalls } from './call-site.ts'
import { authentication, siteClient, toProblem } from './site-client.ts'
import { isComplete, type Site, siteOf } from './sites.ts'
import { redirectUrlOf } from './start-at-site.ts'
import { siteAccess } from './site-access.ts'

type Finding = { finding: SiteFinding; detail: string; redirectUrl: string }

const Refusal = z.object({ error: z.optional(z.string()), error_description: z.optional(z.string()) })
const WRONG_CREDENTIALS = new Set(['invalid_client', 'incorrect_client_credentials', 'unauthorized_client', 'Not Found'])

/** Reads the site's metadata again and tries the credentials. Nobody signs in. */
export async function testSite(app: App, id: SiteId): Promise<Finding> {
  const site = siteOf(app, id)
  const redirectUrl = redirectUrlOf(app)
  const answer = (finding: SiteFinding, detail = ''): Finding => ({ finding, detail: detail.slice(0, 300), redirectUrl })
  if (!isComplete(site)) return answer(site.isOn ? 'incomplete' : 'off')
  siteAccess(app).clients.clear()
  try {
    const client = await siteClient(app, site)
    const refusal = await tryCredentials(app, site, client.serverMetadata(), redirectUrl)
    if (refusal !== null) return answer('refused', refusal)
    return answer(site.isOn ? 'ready' : 'off')
  } catch (error) {
    const { finding, message } = toProblem(error)
    return answer(finding, message === finding ? '' : message)
  }
}

/**
 * Exchanges a code that does not exist. A site that knows us complains about the code, others about the credentials; returns that
 * complaint.
 */
async function tryCredentials(app: App, site: Site, metadata: oidc.ServerMetadata, redirectUrl: string): Promise<string | null> {
  const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'portico-test', redirect_uri: redirectUrl })
  body.set('code_verifier', oidc.randomPKCECodeVerifier())
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' })
  authentication(app, site, metadata)(metadata, { client_id: site.clientId }, body, headers)
  const response = await siteCalls(siteAccess(app), site.issuer)(metadata.token_endpoint ?? '', {
    method: 'POST',
    body,
    headers: Object.fromEntries(headers),
    redirect: 'manual',
  })
  const read = Refusal.safeParse(await response.json().catch(() => ({})))
  const { error = '', error_description: detail = '' } = read.success ? read.data : {}
  return response.status === 401 || WRONG_CREDENTIALS.has(error) ? detail || error || String(response.status) : null
}
