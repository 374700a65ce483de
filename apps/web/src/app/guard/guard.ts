import type { UserInfo } from '@portico/contract/accounts'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/call.ts'
import { lost } from '../../api/connection.ts'
import { readToken } from '../../api/session.ts'
import { fetchWho, forget, isAdmin } from '../../api/who.ts'
import { loadMessages, t } from '../../i18n.ts'
import { loadPageTexts } from '../../load-page-texts.ts'
import { showToast } from '../../toast.ts'
import { isPlainPage } from '../library/plain-pages.ts'
import { paramsAreValid } from './param-rules.ts'
import { toLogin } from './to-login.ts'

interface Going {
  location: { href: string; pathname: string }
  params: object
}

/** `/`: the dashboard for signed-in users, the home page for everyone else. */
export function startPage(): never {
  throw redirect({ to: readToken() ? '/dashboard' : '/index', replace: true })
}

/** Member pages need a session. The user is fetched before the page is drawn. */
export async function requireUser({ location, params }: Going): Promise<void> {
  if (!readToken()) throw toLogin(location.href)
  if (!paramsAreValid(params as Record<string, string>)) throw redirect({ to: '/404', replace: true })
  const { pathname } = location
  const messages = Promise.all([loadMessages('frame'), isPlainPage(pathname) ? null : loadPageTexts(pathname, 'member')])
  const user = await known(location.href)
  // A file that fails to load must not end the session. The error goes to the error page, which can retry.
  await Promise.all([messages, isAdmin(user) && loadPageTexts(pathname, 'member', 'console')])
}

const ofMembers = /^\/(dashboard|user|article|order|admin)(\/|$)/

/** Leads visitors at member or console paths to the login page, even where no page is. */
export function needsLogin({ pathname, href }: { pathname: string; href: string }): void {
  if (!readToken() && ofMembers.test(pathname)) throw toLogin(href)
}

async function known(from: string): Promise<UserInfo> {
  try {
    return await fetchWho()
  } catch (error) {
    // No answer says nothing about the session. The error page tries again.
    if (error instanceof ApiError && (error.status === 0 || lost.get())) throw error
    forget()
    const message = error instanceof Error ? error.message : ''
    if (!(error instanceof ApiError && error.noticed && message)) showToast({ kind: 'error', message: message || t('error.has_error') })
    throw toLogin(from)
  }
}
