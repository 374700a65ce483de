import { readCookie, writeCookie } from '../cookies.ts'

const TOKEN = 'AdminToken'

export const readToken = (): string | null => readCookie(TOKEN) || null
export const storeToken = (token: string): void => writeCookie(TOKEN, token)
export const storeName = (name: string): void => writeCookie('username', name)

/** Forgets who was signed in on this device. */
export function clearSession(): void {
  writeCookie(TOKEN, null)
  writeCookie('username', null)
}

let whenLost: () => Promise<void> = async () => {}

/** What to do, a moment after the notice, when the server no longer knows the session. */
export function onSessionLost(action: () => Promise<void>): void {
  whenLost = action
}
export const sessionLost = (): void => void whenLost()
