import { readToken } from '../api/session.ts'
import { readCookie, writeCookie } from '../cookies.ts'
import { createStore } from '../store.ts'

const COOKIE = 'invite_code'

/** The code of the invite link that brought this visitor, kept for thirty days; empty: none. */
export const inviteCode = createStore(readCookie(COOKIE) ?? '')

let opened = ''

/** Keeps the code of a public page's address, such as `/index?code=X`, until the visitor registers. The latest link counts. */
export function keepInviteCode({ location }: { location: { search: object } }): void {
  const { code } = location.search as { code?: unknown }
  // Another site leads back here with a `state` beside its own `code`.
  if (typeof code !== 'string' || !/^[\w-]{1,40}$/.test(code) || 'state' in location.search || readToken()) return
  writeCookie(COOKIE, code)
  inviteCode.set(code)
  if (opened === code) return
  opened = code
  // This only counts a visit, so a failure does not matter.
  void import('./count-visit.ts').then(({ countVisit }) => countVisit(code)).catch(() => {})
}

export function forgetInviteCode(): void {
  writeCookie(COOKIE, null)
  inviteCode.set('')
}
