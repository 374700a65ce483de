import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { json, listen, type Reply } from '../gateways/listen.ts'

type Claims = Record<string, unknown>
/** How the issuer lies; the rest is right. */
export type Lie = {
  claims?: (claims: Claims) => Claims
  otherKey?: boolean
  alg?: string
  metadata?: (metadata: Claims) => Claims
  token?: Reply
  discovery?: Reply
}

/** An issuer that answers as it is told. It names whoever `person` is for any code. */
export async function startForgedIssuer() {
  const [own, foreign] = [newKey(), newKey()]
  const kid = randomUUID()
  const issuer = { lie: {} as Lie, nonce: '', person: { sub: 'forged' } as Claims, asked: 0 }
  const server = await listen(({ path }) => {
    issuer.asked++
    if (path === '/.well-known/openid-configuration') return issuer.lie.discovery ?? json(metadata())
    if (path === '/jwks') return json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] })
    if (path === '/token')
      return issuer.lie.token ?? json({ access_token: 'token', token_type: 'Bearer', expires_in: 60, id_token: idToken() })
    return json({}, 404)
  })

  function metadata(): Claims {
    const told = {
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: `${server.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    }
    return issuer.lie.metadata?.(told) ?? told
  }

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const told = { iss: server.url, aud: 'forged-client', iat: now, exp: now + 60, nonce: issuer.nonce, ...issuer.person }
    const { claims, otherKey, alg = 'RS256' } = issuer.lie
    return jwt({ alg, kid }, claims?.(told) ?? told, (otherKey ? foreign : own).privateKey)
  }

  return Object.assign(issuer, { ...server, clientId: 'forged-client', clientSecret: 'forged-secret' })
}

function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function jwt(header: Claims, claims: Claims, key: KeyObject): string {
  const encode = (part: Claims): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${header['alg'] === 'none' ? '' : sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
