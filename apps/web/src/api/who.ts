import { getInfo, type UserInfo } from '@portico/contract/accounts'
import { useState } from 'react'
import { createStore, useStore } from '../store.ts'
import { cache } from './cache.ts'
import { call } from './call.ts'
import { clearSession, storeName, storeToken } from './session.ts'

/** Who is signed in; null until the guard has asked. */
export const who = createStore<UserInfo | null>(null)

/** The signed-in person. Only for pages behind the guard: it throws where nobody was ever known. */
export function useWho(): UserInfo {
  const now = useStore(who)
  // A page on its way out is drawn once more after signing out.
  const [first] = useState(now)
  const user = now ?? first
  if (!user) throw new Error('nobody is signed in')
  return user
}

export const isAdmin = (user: UserInfo | null): boolean => user?.roles.includes('admin') ?? false

/** Fetches who is signed in, once. The two messages are fixed: other programs look for them. */
export async function fetchWho(): Promise<UserInfo> {
  const known = who.get()
  if (known) return known
  const { userInfo } = (await call(getInfo, { body: {} }, { again: true })) as { userInfo?: UserInfo }
  if (!userInfo) throw new Error('Verification failed, please Login again.')
  if (!Array.isArray(userInfo.roles) || userInfo.roles.length === 0) throw new Error('getInfo: roles must be a non-null array!')
  who.set(userInfo)
  return userInfo
}

/** Asks again, after something about the person has changed. */
export async function refreshWho(): Promise<void> {
  const { userInfo } = await call(getInfo, { body: {} })
  who.set(userInfo)
}

/** Takes a session into use, as login and registration answer it. */
export function enter(entered: { x_token: string; name: string }): void {
  forget()
  storeToken(entered.x_token)
  storeName(entered.name)
}

/** Leaves nothing of the person behind: token, name, roles, everything fetched. */
export function forget(): void {
  clearSession()
  who.set(null)
  cache.clear()
}
