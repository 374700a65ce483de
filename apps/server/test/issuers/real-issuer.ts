import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import Provider, { type JWKS } from 'oidc-provider'
import { listening } from '../listening.ts'

export type Someone = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** An OpenID Connect issuer on this machine that signs in `issuer.person` without asking; with a certificate it speaks https. */
export async function startIssuer(redirectUrl: () => string, certificate?: { cert: string; key: string }) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' }] } as JWKS
  const [clientId, clientSecret] = [`client-${randomUUID()}`, randomBytes(24).toString('hex')]
  const people = new Map<string, Someone>()
  const issuer = { person: { sub: 'nobody' } as Someone }
  let handle: ReturnType<Provider['callback']> = () => Promise.resolve()
  const answer: RequestListener = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void signIn(request, response)
    else void handle(request, response)
  }
  const server = certificate ? createTlsServer(certificate, answer) : createServer(answer)
  const { host, stop } = await listening(server)
  const url = `${certificate ? 'https' : 'http'}://${host}`
  const provider = new Provider(url, {
    jwks,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl()] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
  handle = provider.callback()

  async function signIn(
    ...both: Parameters<typeof provider.interactionFinished> extends [infer A, infer B, ...unknown[]] ? [A, B] : never
  ) {
    people.set(issuer.person.sub, { ...issuer.person })
    await provider.interactionFinished(...both, { login: { accountId: issuer.person.sub } })
  }

  return Object.assign(issuer, { url, clientId, clientSecret, stop })
}
export type RealIssuer = Awaited<ReturnType<typeof startIssuer>>
