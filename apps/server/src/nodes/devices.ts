import { isIP } from 'node:net'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Db, Tx } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { devices, nodeGroups, nodes } from './nodes.table.ts'

/** How long an address counts after it was last reported. */
export const ALIVE_MS = 120_000
/** Most addresses stored per member; more are noise, or an attack. */
const MAX_ADDRESSES = 100

/** The network one subscriber usually has: IPv6 clients change their address inside a /64. */
export type NetworkOf = (address: string) => string
type Seen = { accountId: number; ip: string }

/** Reads `{"<uid>": ["1.2.3.4", "1.2.3.4_<node id>"]}`. Skips what is not a member's number or not an address. */
export function readAlive(report: object, networkOf: NetworkOf): { accountIds: number[]; seen: Seen[] } {
  const listed = Object.entries(report).filter(([uid, addresses]) => /^[1-9]\d{0,14}$/.test(uid) && Array.isArray(addresses))
  const seen = listed.flatMap(([uid, addresses]: [string, unknown[]]) => {
    const known = addresses.slice(0, MAX_ADDRESSES).flatMap((entry) => plainAddress(entry) ?? [])
    return [...new Set(known.map(networkOf))].map((ip) => ({ accountId: Number(uid), ip }))
  })
  return { accountIds: listed.map(([uid]) => Number(uid)), seen }
}

/** The address without the node id, port, brackets or zone that node software may add; null when it is not one. */
function plainAddress(entry: unknown): string | null {
  if (typeof entry !== 'string' || entry.length > 80) return null
  const [text = ''] = entry.split('_')
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) === 0 ? null : address
}

/** Replaces what a node saw of the listed members. Other members, and members it does not serve, do not change. */
export async function recordDevices(
  { transaction }: Database,
  nodeId: number,
  accountIds: number[],
  seen: Seen[],
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    await takeTurns(tx, nodeId)
    await tx.execute(sql`
      insert into ${devices} (account_id, node_id, ip, seen_at)
      select t.account_id, ${nodeId}, t.ip, ${now}
      from unnest(${sql.param(seen.map((one) => one.accountId))}::bigint[], ${sql.param(seen.map((one) => one.ip))}::text[]) as t (account_id, ip)
      join ${subscriptions} s on s.account_id = t.account_id
      where s.group_id in ${groupsOf(nodeId)}
      on conflict (account_id, node_id, ip) do update set seen_at = excluded.seen_at`)
    await tx.execute(
      sql`delete from ${devices} where node_id = ${nodeId} and account_id = any(${sql.param(accountIds)}::bigint[]) and seen_at <> ${now}`,
    )
  })
}

/** Number of recent addresses per limited member of a node's groups, over all nodes. */
export async function countDevices({ db }: Database, nodeId: number, now: Date): Promise<Record<string, number>> {
  const since = new Date(now.getTime() - ALIVE_MS)
  const { rows } = await db.execute<{ id: number; n: number }>(sql`
    select d.account_id as id, count(distinct d.ip)::int as n
    from ${devices} d
    join ${subscriptions} s on s.account_id = d.account_id and coalesce(s.own_device_limit, s.device_limit) > 0
    where d.seen_at >= ${since} and s.group_id in ${groupsOf(nodeId)}
    group by d.account_id order by d.account_id`)
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

/** The recent addresses of each member of a node's groups, on all nodes together. */
export async function sharedDevices({ db }: Database, nodeId: number, now: Date): Promise<Record<string, string[]>> {
  const since = new Date(now.getTime() - ALIVE_MS)
  const { rows } = await db.execute<{ id: number; ips: string[] }>(sql`
    select d.account_id as id, array_agg(distinct d.ip order by d.ip) as ips
    from ${devices} d
    join ${subscriptions} s on s.account_id = d.account_id
    where d.seen_at >= ${since} and s.group_id in ${groupsOf(nodeId)}
    group by d.account_id order by d.account_id`)
  return Object.fromEntries(rows.map(({ id, ips }) => [id, ips]))
}

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
