import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { addCarried } from '../nodes/node-reports.ts'
import { type ChargedUsage, takeBackUsage } from '../subscriptions/take-back-usage.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { takeBackDeviceTraffic } from '../linked-devices/device-traffic.ts'
import { billedBytes, billedRows, billedSql, capped } from './billed-bytes.ts'
import { trafficBatches, trafficDaily } from './traffic.table.ts'

/** Charged reports of a node since a time, from some networks or from all. `lastId`: no later ones. */
export type Reported = { nodeId: number; since: Date; networks: string[]; lastId?: number }

function chargedOf({ nodeId, since, networks, lastId }: Reported): SQL | undefined {
  return and(
    eq(trafficBatches.nodeId, nodeId),
    gte(trafficBatches.receivedAt, since),
    eq(trafficBatches.state, 'charged'),
    networks.length === 0 ? undefined : inArray(trafficBatches.network, networks),
    lastId === undefined ? undefined : lte(trafficBatches.id, lastId),
  )
}

export type Origin = { network: string; reports: number; bytes: number }

/** Networks of charged reports, most bytes first. */
export async function originsOf(db: Db, reported: Omit<Reported, 'networks'>): Promise<Origin[]> {
  const bytes = sql<number>`${capped(sql`sum(${trafficBatches.carriedUp} + ${trafficBatches.carriedDown})`)}`.mapWith(Number)
  const rows = await db
    .select({ network: trafficBatches.network, reports: sql<number>`count(*)::int`, bytes })
    .from(trafficBatches)
    .where(chargedOf({ ...reported, networks: [] }))
    .groupBy(trafficBatches.network)
  return rows.toSorted((a, b) => b.bytes - a.bytes)
}

export type Extent = { reports: number; lastId: number; members: number; billed: number; returning: number }

/** Effect of taking reports back. `returning`: members over their quota who would not be. */
export async function extentOf(db: Db, reported: Reported): Promise<Extent> {
  const rate = sql`b.rate::bigint`
  const { rows } = await db.execute<Extent>(sql`
    with b as materialized (select * from ${trafficBatches} where ${chargedOf(reported)}),
    theirs as (
      select t.account_id, sum(${billedSql(sql`t.up`, rate)} + ${billedSql(sql`t.down`, rate)}) as billed
      from b cross join unnest(b.account_ids, b.ups, b.downs) as t (account_id, up, down) group by t.account_id)
    select (select count(*)::int from b) as reports, (select coalesce(max(id), 0) from b) as "lastId",
      count(*)::int as members, coalesce(${capped(sql`sum(t.billed)`)}, 0) as billed,
      (count(*) filter (where s.up + s.down >= s.transfer_enable and s.up + s.down - t.billed < s.transfer_enable))::int as returning
    from theirs t join ${subscriptions} s on s.account_id = t.account_id`)
  const [row] = rows
  return row ?? { reports: 0, lastId: 0, members: 0, billed: 0, returning: 0 }
}

/**
 * Takes back the next reports, oldest first: usage, statistics and the node's own counters are as if they had never come. Each is taken
 * back once. Returns how many there were.
 */
export async function takeBackSome(tx: Tx, reported: Reported, most: number, now: Date): Promise<number> {
  const rows = await tx.select().from(trafficBatches).where(chargedOf(reported)).orderBy(asc(trafficBatches.id)).limit(most).for('update')
  if (rows.length === 0) return 0
  const charged = rows.flatMap(({ id, rate, accountIds, ups, downs }) =>
    accountIds.map((accountId, i): ChargedUsage => {
      return { accountId, batchId: id, up: billedBytes(ups[i] ?? 0, rate), down: billedBytes(downs[i] ?? 0, rate) }
    }),
  )
  await takeBackUsage(tx, charged)
  const counted = rows.filter(({ countedAt }) => countedAt !== null).map(({ id }) => id)
  await takeBackStatistics(tx, counted)
  const carried = rows.map((row) => ({ up: -row.carriedUp, down: -row.carriedDown, at: row.receivedAt }))
  await addCarried(tx, reported.nodeId, carried, now)
  const ids = rows.map(({ id }) => id)
  const countedAt = sql`coalesce(${trafficBatches.countedAt}, ${now})`
  await tx.update(trafficBatches).set({ state: 'undone', countedAt }).where(inArray(trafficBatches.id, ids))
  return rows.length
}

async function takeBackStatistics(tx: Tx, batchIds: number[]): Promise<void> {
  if (batchIds.length === 0) return
  const rate = sql`b.rate::bigint`
  const take = (table: SQL, column: string, moment: SQL): SQL => sql`
    with taken as (
      select t.account_id, b.node_id, ${moment} as moment, sum(t.up) as up, sum(t.down) as down,
        sum(${billedSql(sql`t.up`, rate)}) as billed_up, sum(${billedSql(sql`t.down`, rate)}) as billed_down
      from ${trafficBatches} b cross join unnest(b.account_ids, b.ups, b.downs) as t (account_id, up, down)
      where b.id = any(${sql.param(batchIds)}::bigint[]) group by t.account_id, b.node_id, moment)
    update ${table} old set up = greatest(0, old.up - t.up), down = greatest(0, old.down - t.down),
      billed_up = greatest(0, old.billed_up - t.billed_up), billed_down = greatest(0, old.billed_down - t.billed_down)
    from taken t where old.account_id = t.account_id and old.node_id = t.node_id and old.${sql.raw(column)} = t.moment`
  await tx.execute(take(sql`${trafficDaily}`, 'day', sql`b.day`))
  await takeBackDeviceTraffic(tx, billedRows(sql`b.id = any(${sql.param(batchIds)}::bigint[])`))
  await tx.execute(take(sql`traffic_hourly`, 'hour', sql`date_trunc('hour', b.received_at, 'UTC')`))
  const empty = sql`up = 0 and down = 0 and billed_up = 0 and billed_down = 0`
  const theirs = sql`(account_id, node_id) in (
    select distinct t.account_id, b.node_id from ${trafficBatches} b cross join unnest(b.account_ids) as t (account_id)
    where b.id = any(${sql.param(batchIds)}::bigint[]))`
  // Days without usage have no row.
  await tx.execute(sql`delete from ${trafficDaily} where ${theirs} and ${empty}`)
  await tx.execute(sql`delete from traffic_hourly where ${theirs} and ${empty}`)
}
