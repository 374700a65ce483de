import { getInfo, type UserInfo } from '@portico/contract/accounts'
import { useState } from 'react'
import { createStore, useStore } from '../store.ts'
import { cache } from './cache.ts'
import { call } from './call.ts'
import { clearSession, storeName, storeToken } from './session.ts'

/** The signed-in user; null until the guard has fetched it. */
export const who = createStore<UserInfo | null>(null)

/** The signed-in user. Only for pages behind the guard: it throws if nobody was ever signed in. */
export function useWho(): UserInfo {
  const now = useStore(who)
  // After sign-out, the page being left is drawn once more.
  const [first] = useState(now)
  const user = now ?? first
  if (!user) throw new Error('nobody is signed in')
  return user
}

export const isAdmin = (user: UserInfo | null): boolean => user?.roles.includes('admin') ?? false

/** Fetches the signed-in user, once. The two messages are fixed: other programs look for them. */
export async function fetchWho(): Promise<UserInfo> {
  const known = who.get()
  if (known) return known
  const { userInfo } = (await call(getInfo, { body: {} }, { again: true })) as { userInfo?: UserInfo }
  if (!userInfo) throw new Error('Verification failed, please Login again.')
  if (!Array.isArray(userInfo.roles) || userInfo.roles.length === 0) throw new Error('getInfo: roles must be a non-null array!')
  who.set(userInfo)
  return userInfo
}

/** Fetches the user again, after something about them has changed. */
export async function refreshWho(): Promise<void> {
  const { userInfo } = await call(getInfo, { body: {} })
  who.set(userInfo)
}

/** Starts a session from the answer of login or registration. */
export function startSession(entered: { x_token: string; name: string }): void {
  forget()
  storeToken(entered.x_token)
  storeName(entered.name)
}

/** Removes everything about the user: token, name, roles and all fetched data. */
export function forget(): void {
  clearSession()
  who.set(null)
  cache.clear()
}
