import { createHash, createHmac } from 'node:crypto'
import { and, eq, inArray, isNull, min, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database, Db } from '../db/client.ts'
import { deviceLimitSql, speedLimitSql } from '../subscriptions/limits.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

/** An answer as it goes out, with its quoted tag. */
export type Tagged = { body: Buffer; etag: string }
type UserList = Tagged & { isEmpty: boolean }
type Kept = { versions: string; validUntil: number; list: Promise<UserList> }

/** Lists kept by one process: one for each set of groups that nodes have. */
const MAX_LISTS = 200

/**
 * The members that nodes of some groups serve. `versions` names the groups, each with its version (`1:5,3:9`); a list is
 * kept until a version moves or the first of its members expires, which nothing in the database announces.
 */
export function servedUsers({ db }: Database, now: () => Date): (versions: string) => Promise<UserList> {
  const lists = new Map<string, Kept>()

  return (versions) => {
    const groups = versions.replace(/:\d+/g, '')
    const kept = lists.get(groups)
    if (kept?.versions === versions && now().getTime() <= kept.validUntil) return kept.list
    const loading = load(db, groups === '' ? [] : groups.split(',').map(Number), now())
    const next: Kept = { versions, validUntil: Infinity, list: loading.then(({ list }) => list) }
    if (lists.size >= MAX_LISTS) lists.delete(lists.keys().next().value ?? '')
    lists.set(groups, next)
    loading.then(
      ({ validUntil }) => (next.validUntil = validUntil),
      () => lists.get(groups) === next && lists.delete(groups),
    )
    return next.list
  }
}

async function load(db: Db, groupIds: number[], now: Date): Promise<{ list: UserList; validUntil: number }> {
  // Written by the database: rows of a large group would hold this process up. Limits are whole numbers, 0 for none.
  const user = sql`'{"id":' || ${subscriptions.accountId} || ',"uuid":"' || ${subscriptions.uuid} || '","speed_limit":' ||
    ${speedLimitSql} || ',"device_limit":' || ${deviceLimitSql} || '}'`
  const [row] = await db
    .select({
      users: sql<string>`coalesce(string_agg(${user}, ',' order by ${subscriptions.accountId}), '')`,
      firstExpiry: min(subscriptions.expiresAt),
    })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
    .where(
      and(
        inArray(subscriptions.groupId, groupIds),
        isNull(accounts.bannedAt),
        activeSql(now),
        sql`${subscriptions.up} + ${subscriptions.down} < ${subscriptions.transferEnable}`,
      ),
    )
  const users = row?.users ?? ''
  return { list: { ...tagged(`{"users":[${users}]}`), isEmpty: users === '' }, validUntil: row?.firstExpiry?.getTime() ?? Infinity }
}

/**
 * What a node gets instead of an empty list: much node software ignores an empty one, and would go on serving the last
 * member who left. The user has id 0, which no account has, and a random-looking uuid that stays until the secret changes.
 */
export function placeholderList(secretHash: Buffer): Tagged {
  const hex = createHmac('sha256', secretHash).update('placeholder user').digest('hex')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return tagged(JSON.stringify({ users: [{ id: 0, uuid, speed_limit: 0, device_limit: 0 }] }))
}

export function tagged(text: string): Tagged {
  const body = Buffer.from(text)
  return { body, etag: tagOf(body) }
}

function tagOf(body: Buffer): string {
  return `"${createHash('sha1').update(body).digest('hex')}"`
}

const packedLists = new WeakMap<Tagged, Tagged>()

/** The same list in another encoding, made once. */
export function packed(list: Tagged, encode: (value: unknown) => Buffer): Tagged {
  let made = packedLists.get(list)
  if (!made) {
    const body = encode(JSON.parse(list.body.toString('utf8')))
    made = { body, etag: tagOf(body) }
    packedLists.set(list, made)
  }
  return made
}
