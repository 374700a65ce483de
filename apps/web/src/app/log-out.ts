import { logout } from '@portico/contract/accounts'
import { call } from '../api/call.ts'
import { readToken } from '../api/session.ts'
import { forget } from '../api/who.ts'
import { loginSearch } from './guard.ts'
import { blockNavigation } from './loading.ts'
import { router } from './router.ts'
import { closeAllTabs } from './tabs.ts'

/** Ends the session on the server and leaves nothing of it here, whatever the server says. */
export async function logOut(): Promise<void> {
  blockNavigation(true)
  const from = router.state.location.href
  try {
    if (readToken()) await call(logout, {})
  } catch {
    // The call has said what went wrong; who wants to leave is let go all the same.
  } finally {
    blockNavigation(false)
  }
  await router.navigate({ to: '/login', search: loginSearch(from), replace: true })
  forget()
  closeAllTabs()
}
