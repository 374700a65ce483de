import { createHash, randomBytes } from 'node:crypto'
import { type Asked, json, listen, type Reply } from '../gateways/listen.ts'

type GithubUser = { id: number; login: string; emails: { email: string; primary: boolean; verified: boolean }[] }

/** GitHub's OAuth 2: it answers 200 to a wrong code too, asks for a user agent, and knows nothing of OpenID Connect. */
export async function startGithub() {
  const [clientId, clientSecret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  const codes = new Map<string, { user: GithubUser; challenge: string; redirect: string }>()
  const tokens = new Map<string, GithubUser>()
  const site = { person: { id: 1, login: 'octocat', emails: [] } as GithubUser }
  const server = await listen((asked) => answer(asked))

  function answer({ path, query, headers, raw }: Asked): Reply {
    if (path === '/login/oauth/authorize') return authorize(query)
    if (path === '/login/oauth/access_token') return exchange(new URLSearchParams(raw))
    const user = tokens.get(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
    if (!user) return json({ message: 'Bad credentials' }, 401)
    if (!headers['user-agent']) return json({ message: 'Request forbidden by administrative rules.' }, 403)
    if (path === '/user') return json({ id: user.id, login: user.login, name: null, email: 'shown@example.com' })
    return path === '/user/emails' ? json(user.emails) : json({ message: 'Not Found' }, 404)
  }

  function authorize(query: URLSearchParams): Reply {
    if (query.get('client_id') !== clientId || !query.get('scope')?.includes('user:email')) return json({}, 404)
    const code = randomBytes(10).toString('hex')
    const redirect = query.get('redirect_uri') ?? ''
    codes.set(code, { user: site.person, challenge: query.get('code_challenge') ?? '', redirect })
    return { status: 302, headers: { location: `${redirect}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}` }, body: '' }
  }

  function exchange(form: URLSearchParams): Reply {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return json({ error: 'incorrect_client_credentials', error_description: 'The client_id and/or client_secret passed are incorrect.' })
    const held = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (held?.challenge !== challenge || held.redirect !== form.get('redirect_uri'))
      return json({ error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' })
    const token = `gho_${randomBytes(18).toString('hex')}`
    tokens.set(token, held.user)
    return json({ access_token: token, scope: 'read:user,user:email', token_type: 'bearer' })
  }

  return Object.assign(site, { ...server, clientId, clientSecret })
}
