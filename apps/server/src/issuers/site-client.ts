import { createHash } from 'node:crypto'
import * as oidc from 'openid-client'
import type { App } from '../app.ts'
import { appleSecret } from './apple-secret.ts'
import { requireSafe, siteCalls } from './call-site.ts'
import { isComplete, type Site } from './sites.ts'
import { SiteProblem } from './site-problem.ts'
import { siteAccess } from './site-access.ts'

const KEEP_MS = 3600_000

/**
 * The site's addresses and keys with our own credentials, read at most once an hour. Throws `SiteProblem`; a failure is not kept.
 */
export async function siteClient(app: App, site: Site): Promise<oidc.Configuration> {
  const { clients } = siteAccess(app)
  const now = app.now().getTime()
  const key = createHash('sha256').update(JSON.stringify(site)).digest('hex')
  for (const [known, { until }] of clients) if (until <= now) clients.delete(known)
  const found = clients.get(key)
  if (found) return found.client
  const client = makeClient(app, site)
  clients.set(key, { client, until: now + KEEP_MS })
  client.catch(() => clients.delete(key))
  return client
}

async function makeClient(app: App, site: Site): Promise<oidc.Configuration> {
  if (!isComplete(site)) throw new SiteProblem('incomplete')
  const { allowLoopback } = siteAccess(app)
  requireSafe(site.issuer, allowLoopback)
  const metadata = site.id === 'github' ? githubMetadata(site) : await readMetadata(app, site)
  const client = new oidc.Configuration(metadata, site.clientId, undefined, authentication(app, site, metadata))
  client[oidc.customFetch] = siteCalls(siteAccess(app), site.issuer)
  if (allowLoopback) oidc.allowInsecureRequests(client)
  // The standard lets a client trust TLS alone. A signature is worth one more request an hour.
  if (site.id !== 'github') oidc.enableNonRepudiationChecks(client)
  return client
}

/** GitHub speaks OAuth 2 without metadata. https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
function githubMetadata({ issuer }: Site): oidc.ServerMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}

async function readMetadata(app: App, { issuer, clientId }: Site): Promise<oidc.ServerMetadata> {
  const execute = siteAccess(app).allowLoopback ? [oidc.allowInsecureRequests] : []
  try {
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
      execute,
      [oidc.customFetch]: siteCalls(siteAccess(app), issuer),
    })
    const metadata = found.serverMetadata()
    for (const address of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri]) {
      if (address === undefined) throw new SiteProblem('not_an_issuer')
      requireSafe(address, siteAccess(app).allowLoopback)
    }
    return metadata
  } catch (error) {
    throw toProblem(error)
  }
}

/** Unless the site says otherwise, the standard expects the secret in a header. */
export function authentication(app: App, site: Site, metadata: oidc.ServerMetadata): oidc.ClientAuth {
  if (site.signer) return oidc.ClientSecretPost(appleSecret(site, app.now()))
  const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
  return takesPost ? oidc.ClientSecretPost(site.secret) : oidc.ClientSecretBasic(site.secret)
}

/** An error of the library or network as a finding. */
export function toProblem(error: unknown): SiteProblem {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof SiteProblem) return cause
  const { code, message, cause } = error instanceof Error ? (error as Error & { code?: unknown }) : { message: String(error) }
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return new SiteProblem('other_issuer', message, error)
  // The library's own errors have codes; the network's have none.
  const isNetwork = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError') || code === 'OAUTH_TIMEOUT'
  const detail = isNetwork && cause instanceof Error ? cause.message : message
  return new SiteProblem(isNetwork ? 'unreachable' : 'not_an_issuer', detail, error)
}
