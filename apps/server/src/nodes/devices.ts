import { isIP } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import { FIRST_ROW } from '../accounts/accounts.table.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { rowOwners } from '../linked-devices/node-rows.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { devices, nodeGroups, nodes } from './nodes.table.ts'

/** How long an address counts after it was last reported. */
export const ALIVE_MS = 120_000
/** Most addresses stored per member; more are noise, or an attack. */
const MAX_ADDRESSES = 100

/** The network one subscriber usually has: IPv6 clients change their address inside a /64. */
export type NetworkOf = (address: string) => string
/** An address of an account, or of a device's row. */
type Seen = { rowId: number; ip: string }

/** Reads `{"<uid>": ["1.2.3.4", "1.2.3.4_<node id>"]}`. Skips what is not a member's or device's number, or not an address. */
export function readAlive(report: object, networkOf: NetworkOf): { rowIds: number[]; seen: Seen[] } {
  const listed = Object.entries(report).filter(([uid, addresses]) => /^[1-9]\d{0,14}$/.test(uid) && Array.isArray(addresses))
  const seen = listed.flatMap(([uid, addresses]: [string, unknown[]]) => {
    const known = addresses.slice(0, MAX_ADDRESSES).flatMap((entry) => plainAddress(entry) ?? [])
    return [...new Set(known.map(networkOf))].map((ip) => ({ rowId: Number(uid), ip }))
  })
  return { rowIds: listed.map(([uid]) => Number(uid)), seen }
}

/** The address without the node id, port, brackets or zone that node software may add; null when it is not one. */
function plainAddress(entry: unknown): string | null {
  if (typeof entry !== 'string' || entry.length > 80) return null
  const [text = ''] = entry.split('_')
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) === 0 ? null : address
}

/** Replaces what a node saw of the listed rows. Other rows, and members it does not serve, do not change. */
export async function recordDevices({ transaction }: Database, nodeId: number, rowIds: number[], seen: Seen[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    await takeTurns(tx, nodeId)
    const ownerOf = (await rowOwners(tx, rowIds)) ?? ((id: number) => id)
    const rows = rowIds.flatMap((id) => ({ id, accountId: ownerOf(id), rowId: id < FIRST_ROW ? 0 : id }))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const placed = seen.flatMap(({ rowId, ip }) => ({ ...byId.get(rowId), ip }))
    const column = <T>(of: (row: (typeof placed)[number]) => T) => sql.param(placed.map(of))
    await tx.execute(sql`
      insert into ${devices} (account_id, node_id, row_id, ip, seen_at)
      select t.account_id, ${nodeId}, t.row_id, t.ip, ${now}
      from unnest(${column((row) => row.accountId ?? null)}::bigint[], ${column((row) => row.rowId ?? 0)}::bigint[], ${column((row) => row.ip)}::text[])
        as t (account_id, row_id, ip)
      join ${subscriptions} s on s.account_id = t.account_id
      where s.group_id in ${groupsOf(nodeId)}
      on conflict (account_id, node_id, row_id, ip) do update set seen_at = excluded.seen_at`)
    const listed = sql`unnest(${sql.param(rows.map((row) => row.accountId ?? null))}::bigint[], ${sql.param(rows.map((row) => row.rowId))}::bigint[])`
    await tx.execute(
      sql`delete from ${devices} where node_id = ${nodeId} and (account_id, row_id) in (select * from ${listed} as t) and seen_at <> ${now}`,
    )
  })
}

/** Number of recent addresses per row of each limited member of a node's groups, over all nodes. */
export async function countDevices({ db }: Database, nodeId: number, now: Date): Promise<Record<string, number>> {
  const since = new Date(now.getTime() - ALIVE_MS)
  const { rows } = await db.execute<{ id: number; n: number }>(sql`
    select ${ROW} as id, count(distinct d.ip)::int as n
    from ${devices} d
    join ${subscriptions} s on s.account_id = d.account_id and coalesce(s.own_device_limit, s.device_limit) > 0
    where d.seen_at >= ${since} and s.group_id in ${groupsOf(nodeId)}
    group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]))
}

/** Forgets what a node saw, because it is about to report everything. */
export async function clearDevices({ transaction }: Database, nodeId: number): Promise<void> {
  await transaction(async (tx) => {
    await takeTurns(tx, nodeId)
    await tx.execute(sql`delete from ${devices} where node_id = ${nodeId}`)
  })
}

/** Lets a node's reports take turns: two would lock rows in different orders. */
async function takeTurns(tx: Tx, nodeId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('portico.alive', ${nodeId}))`)
}

/** The recent addresses of each row of members of a node's groups, on all nodes together. */
export async function sharedDevices({ db }: Database, nodeId: number, now: Date): Promise<Record<string, string[]>> {
  const since = new Date(now.getTime() - ALIVE_MS)
  const { rows } = await db.execute<{ id: number; ips: string[] }>(sql`
    select ${ROW} as id, array_agg(distinct d.ip order by d.ip) as ips
    from ${devices} d
    join ${subscriptions} s on s.account_id = d.account_id
    where d.seen_at >= ${since} and s.group_id in ${groupsOf(nodeId)}
    group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ id, ips }) => [id, ips]))
}

/** The number by which nodes know what used an address. */
const ROW = sql`case when d.row_id = 0 then d.account_id else d.row_id end`

/** Groups that a node serves, itself or through its children. */
function groupsOf(nodeId: number): SQL {
  return sql`(select group_id from ${nodeGroups} where node_id in (select id from ${nodes} where id = ${nodeId} or parent_id = ${nodeId}))`
}

/** Deletes addresses that stopped counting long ago. */
export async function dropOldDevices({ db }: Database, now: Date): Promise<void> {
  await deleteDevices(db, sql`seen_at < ${new Date(now.getTime() - 60 * 60_000)}`)
}

/**
 * Deletes matching addresses and returns their number. Skips rows a node is reporting now: waiting could deadlock, and they would be back
 * at once.
 */
export async function deleteDevices(db: Db | Tx, which: SQL): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from ${devices} where ctid = any(array(select ctid from ${devices} where ${which} for update skip locked))`,
  )
  return rowCount ?? 0
}
