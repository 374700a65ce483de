import { linkSite, signInBySite } from '@portico/contract/issuers'
import type { SiteId } from '@portico/contract/sign-in-sites'
import { ApiError, call } from '../api/call.ts'
import { readToken } from '../api/session.ts'
import { startSession } from '../api/who.ts'
import { safeRedirect } from '../app/guard/safe-redirect.ts'
import { secondStepToken } from '../factors/second-token.ts'
import { t } from '../i18n.ts'

export interface Offer {
  token: string
  provider: SiteId
  email: string | null
  name: string
  invite_code: string
  redirect: string | null
}
export type Arrival =
  | { state: 'done'; href: string; linked: boolean }
  | { state: 'register' | 'link'; offer: Offer }
  | { state: 'second_factor'; token: string; redirect: unknown }
  | { state: 'failed'; message: string }

const KEPT = 'oauth.link'
let running: Promise<Arrival> | null = null

/** Finishes a sign-in at another site, once, however often the page is drawn meanwhile. */
export function finishSignIn(): Promise<Arrival> {
  running ??= arrive().finally(() => {
    running = null
  })
  return running
}

/** Keeps the offer while its owner signs in as usual, which leads back here. */
export function keepOffer({ token, redirect }: Offer): void {
  sessionStorage.setItem(KEPT, JSON.stringify({ token, redirect }))
}

/** Starts the session after the second step. `redirect`: the page that was wanted, as the server kept it. */
export function enterLate(entered: { x_token: string; name: string }, redirect: unknown): Promise<Arrival> {
  startSession(entered)
  return goOn(redirect)
}

/** Links the kept offer to the account that has signed in. */
export async function linkKept({ token, redirect }: Pick<Offer, 'token' | 'redirect'>): Promise<Arrival> {
  sessionStorage.removeItem(KEPT)
  await call(linkSite, { body: { token } })
  return { state: 'done', href: safeRedirect(redirect) ?? '/dashboard', linked: true }
}

async function arrive(): Promise<Arrival> {
  const search = new URLSearchParams(location.search)
  const [code, state, iss] = [search.get('code'), search.get('state'), search.get('iss')]
  // The code works once; it stays in no history.
  history.replaceState(history.state, '', '/auth-redirect')
  try {
    if (code && state) return await finish({ code, state, ...(iss === null ? {} : { iss }) })
    const kept = readKept()
    if (kept && readToken()) return await linkKept(kept)
    return { state: 'failed', message: t(search.has('error') ? 'oauth.cancelled' : 'oauth.nothing') }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const token = secondStepToken(error)
    if (token !== null) return { state: 'second_factor', token, redirect: (error.details as { redirect?: unknown }).redirect }
    const field = Object.values(error.fields)[0]?.[0]
    return { state: 'failed', message: field ?? error.message }
  }
}

async function finish(body: { code: string; state: string; iss?: string }): Promise<Arrival> {
  const answer = await call(signInBySite, { body }, { background: true })
  if ('url' in answer) return { state: 'failed', message: t('oauth.nothing') }
  if ('linked' in answer) return { state: 'done', href: safeRedirect(answer.redirect) ?? '/user/profile/index', linked: true }
  if ('next' in answer) return { state: answer.next, offer: answer }
  startSession(answer)
  return goOn(answer.redirect)
}

/** Opens the page that was wanted; if that is this one, links the kept offer. */
async function goOn(wanted: unknown): Promise<Arrival> {
  const href = safeRedirect(wanted) ?? '/dashboard'
  if (href !== '/auth-redirect') return { state: 'done', href, linked: false }
  const kept = readKept()
  return kept ? linkKept(kept) : { state: 'done', href: '/dashboard', linked: false }
}

function readKept(): Pick<Offer, 'token' | 'redirect'> | null {
  try {
    // Written by `keepOffer`.
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Pick<Offer, 'token' | 'redirect'> | null
  } catch {
    return null
  }
}
