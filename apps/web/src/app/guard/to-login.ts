import { redirect } from '@tanstack/react-router'
import { readToken } from '../../api/session.ts'
import { safeRedirect } from './safe-redirect.ts'

// Public pages are built with this, not with `guard.ts`.

/** Login and registration are only for users who are not signed in. */
export function requireGuest(): void {
  if (readToken()) throw redirect({ to: '/dashboard', replace: true })
}

/** Redirects to the login page, which leads back to the page the user wanted. */
export function toLogin(from: string) {
  return redirect({ to: '/login', search: loginSearch(from), replace: true })
}

export function loginSearch(from: string): { redirect?: string } {
  const back = safeRedirect(from)
  return back && !back.startsWith('/login') ? { redirect: back } : {}
}
