import { createHash, createHmac } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { eachLimit, type PlanLimit } from '@portico/contract/plan-limits'
import type { OwnSecretKind } from '@portico/contract/own-secret'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database, Db } from '../db/client.ts'
import { linkedDevices } from '../linked-devices/linked-devices.table.ts'
import { accountRowEnds, hasAccountRow, hasDeviceRow, rowLimits } from '../linked-devices/served-rows.ts'
import { activeSql } from '../subscriptions/state.ts'
import { ownSecrets } from '../subscriptions/secrets/own-secrets.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { changedMembers } from './nodes.table.ts'

const COMMA = Buffer.from(',')

/** An answer as it is sent, with its quoted tag. */
export type Tagged = { body: Buffer; etag: string }
/** Members with consecutive ids, serialised for a list and joined by commas. */
export type Part = { body: Buffer; count: number; firstExpiry: number }
/** Parts by number (id divided by `SPAN`). Unchanged parts are shared with the next list. */
export type UserParts = ReadonlyMap<number, Part>
export type UserList = Tagged & { parts: UserParts }
type Kept = { text: string; versions: Versions; validUntil: number; list: Promise<UserList> }
type Versions = Map<number, number>
type Wanted = { versions: Versions; own: OwnSecretKind | null; now: Date }

/** Lists kept per process, one for each set of groups and each kind of own secrets. */
const MAX_LISTS = 200
/** Ids per part. */
const SPAN = 256
/** With more changes than this, the whole list is read again. */
const MAX_CHANGES = 2000

/**
 * The members that nodes of some groups serve. `versions` names the groups, each with its version (`1:5,3:9`), `own` the secrets that stand
 * in place of UUIDs; null: none, so nodes of all protocols share the list. A list is kept until a version changes or the first of its members
 * expires, which raises no version. Then only the changed parts are read again, so that one member's change costs a large group little.
 */
export function servedUsers({ db }: Database, now: () => Date): (versions: string, own?: OwnSecretKind | null) => Promise<UserList> {
  const lists = new Map<string, Kept>()

  return (text, own = null) => {
    const name = `${own ?? ''} ${text.replace(/:\d+/g, '')}`
    const kept = lists.get(name)
    if (kept?.text === text && now().getTime() <= kept.validUntil) return kept.list
    const versions = readVersions(text)
    const next: Kept = { text, versions, validUntil: Infinity, list: renewed(db, kept, { versions, own, now: now() }) }
    if (!kept && lists.size >= MAX_LISTS) lists.delete(lists.keys().next().value ?? '')
    lists.set(name, next)
    next.list.then(
      ({ parts }) => (next.validUntil = [...parts.values()].reduce((first, part) => Math.min(first, part.firstExpiry), Infinity)),
      () => lists.get(name) === next && lists.delete(name),
    )
    return next.list
  }
}

function readVersions(text: string): Versions {
  if (text === '') return new Map()
  return new Map(
    text.split(',').map((pair) => {
      const [group, version] = pair.split(':').map(Number)
      return [group ?? 0, version ?? 0]
    }),
  )
}

/** The current list, from the cached one and the changes. */
async function renewed(db: Db, kept: Kept | undefined, { versions, own, now }: Wanted): Promise<UserList> {
  const read = (numbers: number[] | null) => readParts(db, { groupIds: [...versions.keys()], own, now }, numbers)
  // A list that failed to load is no base.
  const old = await kept?.list.catch(() => undefined)
  const changed = kept && old ? await changedParts(db, kept.versions, versions) : null
  if (!old || !changed) return listOf(await read(null))
  for (const [number, part] of old.parts) if (part.firstExpiry < now.getTime()) changed.add(number)
  if (changed.size > 20 && changed.size * 2 > old.parts.size) return listOf(await read(null))
  const unchanged = [...old.parts].filter(([number]) => !changed.has(number))
  return listOf(new Map([...unchanged, ...(await read([...changed]))]))
}

/** Numbers of the parts that changed between two versions of the groups; null: unknown, or too many. */
async function changedParts(db: Db, from: Versions, to: Versions): Promise<Set<number> | null> {
  const moved = [...to].map(([group, version]) => ({ group, from: from.get(group) ?? 0, to: version })).filter((one) => one.from !== one.to)
  if (moved.length === 0) return new Set()
  const steps = moved.reduce((sum, one) => sum + one.to - one.from, 0)
  // A slow answer may be older than the kept list.
  if (steps > MAX_CHANGES || moved.some((one) => one.to < one.from)) return null
  const rows = await db
    .select({ version: changedMembers.version, groupId: changedMembers.groupId, accountId: changedMembers.accountId })
    .from(changedMembers)
    .where(
      or(
        ...moved.map((one) =>
          and(eq(changedMembers.groupId, one.group), gt(changedMembers.version, one.from), lte(changedMembers.version, one.to)),
        ),
      ),
    )
    .limit(MAX_CHANGES + 1)
  // Each version names a member; where one is missing, its record was cleaned up.
  const known = new Set(rows.map((row) => `${row.groupId}:${row.version}`)).size
  return known === steps && rows.length <= MAX_CHANGES ? new Set(rows.map((row) => Math.floor(row.accountId / SPAN))) : null
}

/** Reads some parts, or all. Parts without members are left out. */
async function readParts(
  db: Db,
  { groupIds, own, now }: Omit<Wanted, 'versions'> & { groupIds: number[] },
  numbers: number[] | null,
): Promise<Map<number, Part>> {
  const number = sql.raw(`subscriptions.account_id / ${SPAN}`)
  const ids = sql`select generate_series(n * ${SPAN}, n * ${SPAN} + ${SPAN - 1}) from unnest(${`{${numbers?.join(',') ?? ''}}`}::bigint[]) as n`
  const isServed = and(
    numbers === null ? undefined : sql`${subscriptions.accountId} in (${ids})`,
    inArray(subscriptions.groupId, groupIds),
    isNull(accounts.bannedAt),
    activeSql(now),
    sql`${subscriptions.up} + ${subscriptions.down} < ${subscriptions.transferEnable}`,
  )
  const owner = sql`join ${accounts} on ${accounts.id} = ${subscriptions.accountId}`
  const secretsOf = (device: SQL): SQL =>
    own
      ? sql`left join ${ownSecrets} on ${ownSecrets.accountId} = ${subscriptions.accountId} and ${ownSecrets.device} = ${device} and ${ownSecrets.kind} = ${own}`
      : sql``
  // Members without devices of their own have one row each. Ordered by account, so that a part has all rows of its members.
  const { rows } = await db.execute<{ number: number; users: string; count: number; firstExpiry: string | null }>(sql`
    select number, string_agg(member, ',' order by account_id, row_id) as users, count(*)::int as count, min(ends) as "firstExpiry"
    from (
      select ${number} as number, ${subscriptions.accountId} as account_id, 0 as row_id,
        ${userText(sql`${subscriptions.accountId}`, sql`${subscriptions.uuid}`, own, rowLimits('account', now))} as member,
        ${accountRowEnds(now)} as ends
      from ${subscriptions} ${owner} ${secretsOf(sql`0`)}
      where ${isServed} and ${hasAccountRow(now)}
      union all
      select ${number}, ${subscriptions.accountId}, ${linkedDevices.rowId},
        ${userText(sql`${linkedDevices.rowId}`, sql`${linkedDevices.uuid}`, own, rowLimits('device', now))}, ${subscriptions.expiresAt}
      from ${linkedDevices} join ${subscriptions} on ${subscriptions.accountId} = ${linkedDevices.accountId} ${owner}
        ${secretsOf(sql`${linkedDevices.number}`)}
      where ${linkedDevices.token} is not null and ${isServed} and ${hasDeviceRow}
    ) rows group by number`)
  return new Map(
    rows.map((row) => [
      row.number,
      {
        body: Buffer.from(row.users),
        count: row.count,
        firstExpiry: row.firstExpiry === null ? Infinity : new Date(row.firstExpiry).getTime(),
      },
    ]),
  )
}

/** A row as nodes get it. The database writes the JSON, because the rows of a large group would block this process. */
function userText(id: SQL, uuid: SQL, own: OwnSecretKind | null, limits: Record<PlanLimit, SQL>): SQL {
  const plain = sql`'"' || ${uuid} || '"'`
  const secret = own
    ? sql`coalesce(to_json(${ownSecrets.onNode})::text, ${plain}) || coalesce(',"cipher":"' || ${ownSecrets.cipher} || '"', '')`
    : plain
  const each = Object.entries(limits).map(([name, limit]) => sql`${sql.raw(`',"${name}":'`)} || ${limit}`)
  return sql`'{"id":' || ${id} || ',"uuid":' || ${sql.join([secret, ...each], sql` || `)} || '}'`
}

/** The list of these parts, in order of id. */
function listOf(unsorted: Map<number, Part>): UserList {
  const parts = new Map([...unsorted].toSorted(([a], [b]) => a - b))
  const pieces: Buffer[] = [Buffer.from('{"users":[')]
  for (const { body } of parts.values()) pieces.push(body, COMMA)
  if (parts.size > 0) pieces.pop()
  const body = Buffer.concat([...pieces, Buffer.from(']}')])
  // From here on the parts point into the whole text, so that it is stored once.
  let at = pieces[0]?.length ?? 0
  for (const part of parts.values()) {
    part.body = body.subarray(at, at + part.body.length)
    at += part.body.length + COMMA.length
  }
  return { body, etag: tagOf(body), parts }
}

/**
 * Sent instead of an empty list: much node software ignores an empty one and would go on serving the last member who left. The user
 * has id 0, which no account has, and a random-looking uuid that stays until the secret changes.
 */
export function placeholderList(secretHash: Buffer): UserList {
  const hex = createHmac('sha256', secretHash).update('placeholder user').digest('hex')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const body = Buffer.from(JSON.stringify({ id: 0, uuid, ...eachLimit(() => 0) }))
  return listOf(new Map([[0, { body, count: 1, firstExpiry: Infinity }]]))
}

export function tagged(text: string): Tagged {
  const body = Buffer.from(text)
  return { body, etag: tagOf(body) }
}

function tagOf(body: Buffer): string {
  return `"${createHash('sha1').update(body).digest('hex')}"`
}

const packedLists = new WeakMap<Tagged, Tagged>()

/** A list in another encoding, made once. */
export function packed(list: Tagged, encode: (value: unknown) => Buffer): Tagged {
  let made = packedLists.get(list)
  if (!made) {
    const body = encode(JSON.parse(list.body.toString('utf8')))
    made = { body, etag: tagOf(body) }
    packedLists.set(list, made)
  }
  return made
}
