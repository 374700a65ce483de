import { Email } from '@portico/contract/accounts'
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import type { App } from '../app.ts'
import type { Site } from './sites.ts'
import { siteAccess } from './site-access.ts'

/** A person at another site. */
export type Person = {
  /** Issuer's URL and the person's id there; together they never change. */
  provider: string
  subject: string
  /** The person's name at the other site. */
  label: string
  /** E-mail address if the site verified it, else null. */
  email: string | null
}
type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

const MOST_LABEL = 80

export async function readPerson(app: App, site: Site, client: oidc.Configuration, tokens: Tokens): Promise<Person> {
  return site.id === 'github' ? readGithub(app, site, client, tokens) : readClaims(site, client, tokens)
}

const Text = z.catch(z.optional(z.string()), undefined)
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: Text,
  // Apple writes it as text.
  email_verified: z.catch(z.optional(z.union([z.boolean(), z.literal('true')])), undefined),
  name: Text,
  preferred_username: Text,
})

async function readClaims(site: Site, client: oidc.Configuration, tokens: Tokens): Promise<Person> {
  const claims = Claims.parse(tokens.claims())
  // Most sites put the address into the ID token, some only where it says whom a token belongs to.
  const canAsk = claims.email === undefined && client.serverMetadata().userinfo_endpoint !== undefined
  const more = canAsk ? Claims.parse(await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)) : claims
  const { email, email_verified: isVerified, name, preferred_username: handle } = { ...claims, ...more }
  const verified = isVerified === true || isVerified === 'true' ? toEmail(email) : null
  return { provider: site.issuer, subject: claims.sub, label: toLabel(verified ?? handle ?? name, claims.sub), email: verified }
}

const GithubUser = z.object({ id: z.int(), login: z.string() })
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

async function readGithub(app: App, site: Site, client: oidc.Configuration, { access_token: token }: Tokens): Promise<Person> {
  const ask = async <S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> => {
    const headers = new Headers({ accept: 'application/vnd.github+json' })
    const answer = await oidc.fetchProtectedResource(client, token, new URL(siteAccess(app).githubApi + path), 'GET', undefined, headers)
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`)
    return schema.parse(await answer.json())
  }
  const user = await ask('/user', GithubUser)
  const emails = await ask('/user/emails', GithubEmails)
  const found = emails.find(({ primary, verified }) => primary && verified)
  return { provider: site.issuer, subject: String(user.id), label: toLabel(user.login, String(user.id)), email: toEmail(found?.email) }
}

function toEmail(text: string | undefined): string | null {
  const read = Email.safeParse(text)
  return read.success ? read.data : null
}

/** Display name as one line. */
function toLabel(text: string | undefined, otherwise: string): string {
  const plain = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, MOST_LABEL)
  return plain || otherwise.slice(0, MOST_LABEL)
}
