import { readCookie, writeCookie } from '../cookies.ts'

const TOKEN = 'AdminToken'

export const readToken = (): string | null => readCookie(TOKEN) || null
export const storeToken = (token: string): void => writeCookie(TOKEN, token)
export const storeName = (name: string): void => writeCookie('username', name)

/** Removes the signed-in user from this device. */
export function clearSession(): void {
  writeCookie(TOKEN, null)
  writeCookie('username', null)
}

let whenLost: () => Promise<void> = async () => {}

/** Sets what happens a moment after the message that the session has ended. */
export function onSessionLost(action: () => Promise<void>): void {
  whenLost = action
}
export const sessionLost = (): void => void whenLost()
