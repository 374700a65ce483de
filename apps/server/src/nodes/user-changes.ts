import type { Tagged } from './served-users.ts'

type User = { id: number; uuid: string; speed_limit: number; device_limit: number }
/** A list of members by id, each as it is written. */
export type UserIndex = Map<number, string>

const MAX_CHANGES = 2000
const indexes = new WeakMap<Tagged, UserIndex>()

/** The list by id; nodes of the same groups share it. */
export function indexOf(list: Tagged): UserIndex {
  let index = indexes.get(list)
  if (!index) {
    const { users } = JSON.parse(list.body.toString('utf8')) as { users: User[] } // written by `servedUsers`
    index = new Map(users.map((user) => [user.id, JSON.stringify(user)]))
    indexes.set(list, index)
  }
  return index
}

/**
 * What turns one list into another: who goes, as he was, then who comes. A member with another credential or limit goes and
 * comes. null when so much changed that the whole list is shorter.
 */
export function userChanges(old: UserIndex, next: UserIndex): { remove: string[]; add: string[] } | null {
  const remove = [...old].flatMap(([id, user]) => (next.get(id) === user ? [] : [user]))
  const add = [...next].flatMap(([id, user]) => (old.get(id) === user ? [] : [user]))
  return remove.length + add.length > Math.min(MAX_CHANGES, next.size + 1) ? null : { remove, add }
}
