import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database, Tx } from '../db/client.ts'
import { billedSql, capped } from './billed-bytes.ts'
import { trafficBatches } from './traffic.table.ts'

// `traffic_hourly` is partitioned by month, which table files cannot express: see the migrations.

/** Whole months kept besides the current one. */
const MONTHS = 3

/** Adds batches to the hourly figures. Batches of months no longer kept are skipped. */
export async function countHours(tx: Tx, batchIds: SQL, now: Date): Promise<void> {
  const rate = sql`b.rate::bigint`
  await tx.execute(sql`
    insert into traffic_hourly as old (account_id, node_id, hour, up, down, billed_up, billed_down)
    select t.account_id, b.node_id, date_trunc('hour', b.received_at, 'UTC') as hour, ${capped(sql`sum(t.up)`)}, ${capped(sql`sum(t.down)`)},
      ${capped(sql`sum(${billedSql(sql`t.up`, rate)})`)}, ${capped(sql`sum(${billedSql(sql`t.down`, rate)})`)}
    from ${trafficBatches} b
    cross join unnest(b.account_ids, b.ups, b.downs) as t (account_id, up, down)
    join ${accounts} a on a.id = t.account_id
    where b.id = any(${batchIds}) and b.received_at >= ${firstKept(now)} and b.received_at < ${monthStart(now, 2)}
    group by t.account_id, hour, b.node_id
    order by t.account_id, hour, b.node_id
    on conflict (account_id, hour, node_id) do update set
      up = ${capped(sql`old.up + excluded.up`)}, down = ${capped(sql`old.down + excluded.down`)},
      billed_up = ${capped(sql`old.billed_up + excluded.billed_up`)}, billed_down = ${capped(sql`old.billed_down + excluded.billed_down`)}`)
}

/** Creates the missing partitions of the months kept and of the next one. Several processes may call it at once. */
export async function keepHourMonths({ db, transaction }: Database, now: Date): Promise<void> {
  const months = Array.from({ length: MONTHS + 2 }, (_, i) => monthStart(now, i - MONTHS))
  const { rows } = await db.execute<{ name: string }>(sql`${partitions()}`)
  const known = new Set(rows.map((row) => row.name))
  const missing = months.filter((month) => !known.has(nameOf(month)))
  if (missing.length === 0) return
  await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('portico.traffic_hourly', 0))`)
    // Through functions of the owner, because the server's role cannot create or drop tables.
    for (const month of missing) await tx.execute(sql`select add_traffic_month(${nameOf(month)}, ${month}, ${monthStart(month, 1)})`)
  })
}

/** Drops months that are no longer kept, a whole partition at a time. */
export async function dropOldHours({ db, transaction }: Database, now: Date): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`${partitions()}`)
  // Partition names sort by month.
  const old = rows.map((row) => row.name).filter((name) => name < nameOf(firstKept(now)))
  await transaction(async (tx) => {
    for (const name of old) await tx.execute(sql`select drop_traffic_month(${name})`)
  })
}

function partitions(): SQL {
  return sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'traffic_hourly'::regclass`
}

function firstKept(now: Date): Date {
  return monthStart(now, -MONTHS)
}

/** The first moment, in UTC, of the month that many months away. */
function monthStart(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
}

function nameOf(month: Date): string {
  return `traffic_hourly_${month.toISOString().slice(0, 7).replace('-', '_')}`
}
