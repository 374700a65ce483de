import type { Part, UserParts } from './served-users.ts'

type User = { id: number; uuid: string }

const MAX_CHANGES = 2000
const read = new WeakMap<Part, Map<number, string>>()

/** The members of a list, each serialised. */
export function allUsers(parts: UserParts): string[] {
  return [...parts.values()].flatMap((part) => [...usersOf(part).values()])
}

/**
 * The changes from one list to another: members to remove, in their old form, and members to add. A member with another credential
 * or limit is removed and added. null when the whole list would be shorter.
 */
export function userChanges(old: UserParts, next: UserParts): { remove: string[]; add: string[] } | null {
  const moved = [...new Set([...old.keys(), ...next.keys()])].filter((number) => old.get(number) !== next.get(number))
  const remove = moved.flatMap((number) => missing(old.get(number), next.get(number)))
  const add = moved.flatMap((number) => missing(next.get(number), old.get(number)))
  const size = [...next.values()].reduce((sum, part) => sum + part.count, 0)
  return remove.length + add.length > Math.min(MAX_CHANGES, size + 1) ? null : { remove, add }
}

/** Members of part `one` that `other` lacks or has changed. */
function missing(one: Part | undefined, other: Part | undefined): string[] {
  const others = usersOf(other)
  return [...usersOf(one)].flatMap(([id, user]) => (others.get(id) === user ? [] : [user]))
}

/** A part by id. Nodes of the same groups share it. */
function usersOf(part: Part | undefined): Map<number, string> {
  if (!part) return new Map()
  let users = read.get(part)
  if (!users) {
    const list = JSON.parse(`[${part.body.toString('utf8')}]`) as User[] // written by `servedUsers`
    users = new Map(list.map((user) => [user.id, JSON.stringify(user)]))
    read.set(part, users)
  }
  return users
}
