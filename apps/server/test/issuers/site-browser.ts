import type { Answer, Call, TestApp } from '../harness.ts'

/** What the other site sent back in the address of `/auth-redirect`. */
export type Back = { code: string; state: string; iss?: string }

/** A browser with its own cookies, here and there. `token`: the session it is signed in with. */
export function openBrowser(t: Pick<TestApp, 'call'>, token?: string) {
  const own = new Map<string, string>()
  const cookies = () => [...own].map(([name, value]) => `${name}=${value}`).join('; ')
  const call: Call = async (method, path, payload, headers) => {
    const answer = await t.call(method, path, payload, { ...(token ? { 'x-token': token } : {}), cookie: cookies(), ...headers })
    keep(own, answer.headers)
    return answer
  }
  const start = (body: Record<string, unknown>): Promise<Answer> => call('POST', '/muser/auth/oauth', body)
  const finish = (back: Record<string, unknown>): Promise<Answer> => call('POST', '/muser/auth/oauth', back)
  /** Starts and lets the other site send the browser back. */
  const visit = async (provider: string, more: Record<string, unknown> = {}): Promise<Back> => {
    const { body } = await start({ provider, ...more })
    return follow(body.url)
  }
  return { call, start, finish, visit, signIn: async (provider: string) => finish({ provider, ...(await visit(provider)) }) }
}

/** Follows the redirects at another site until they lead back. */
export async function follow(address: string): Promise<Back> {
  const jar = new Map<string, string>()
  let url = new URL(address)
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    keep(jar, response.headers)
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
    if (url.pathname === '/auth-redirect') return Object.fromEntries(url.searchParams) as Back
  }
  throw new Error('too many redirects')
}

function keep(jar: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
}
