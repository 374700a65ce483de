import { logout } from '@portico/contract/accounts'
import type { RegisteredRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { clearSession, readToken } from '../api/session.ts'
import { forget } from '../api/who.ts'
import { loginSearch } from './guard/to-login.ts'
import { blockNavigation } from '../api/loading.ts'
import { closeAllTabs } from './tabs.ts'

/** Ends the session on the server and clears it here, even if the server call fails. */
export async function logOut(router: RegisteredRouter): Promise<void> {
  blockNavigation(true)
  const from = router.state.location.href
  try {
    if (readToken()) await call(logout, {})
  } catch {
    // The call has already shown the error. The user is signed out anyway.
  } finally {
    blockNavigation(false)
    clearSession()
  }
  await router.navigate({ to: '/login', search: loginSearch(from), replace: true })
  forget()
  closeAllTabs()
}
