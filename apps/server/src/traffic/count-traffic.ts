import { sql } from 'drizzle-orm'
import { shiftDay } from '../calendar.ts'
import type { Database, Tx } from '../db/client.ts'
import { dropOlder } from '../db/drop-older.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { addDeviceTraffic } from '../linked-devices/device-traffic.ts'
import { billedRows, billedSql, capped } from './billed-bytes.ts'
import { countHours } from './count-hours.ts'
import { activeDays, trafficBatches, trafficDaily, trafficMonths } from './traffic.table.ts'

const BATCHES_AT_ONCE = 20
const KEEP_MS = 7 * 24 * 3_600_000

/** Adds applied batches to the daily and hourly figures, each exactly once, even with several processes at work. */
export async function countTraffic(database: Database, now: Date): Promise<void> {
  while ((await database.transaction((tx) => countSome(tx, now))) === BATCHES_AT_ONCE);
}

async function countSome(tx: Tx, now: Date): Promise<number> {
  const picked = await tx.execute<{ id: number }>(sql`
    select id from ${trafficBatches} where counted_at is null and state = 'charged' order by id limit ${BATCHES_AT_ONCE} for update skip locked`)
  if (picked.rows.length === 0) return 0
  const ids = sql`${sql.param(picked.rows.map((row) => row.id))}::bigint[]`
  const rate = sql`b.rate::bigint`
  // In key order, so that two of these cannot deadlock. Sums are capped where JSON is no longer exact.
  await tx.execute(sql`
    insert into ${trafficDaily} as old (account_id, node_id, day, up, down, billed_up, billed_down)
    select t.account_id, b.node_id, b.day, ${capped(sql`sum(t.up)`)}, ${capped(sql`sum(t.down)`)},
      ${capped(sql`sum(${billedSql(sql`t.up`, rate)})`)}, ${capped(sql`sum(${billedSql(sql`t.down`, rate)})`)}
    from ${trafficBatches} b
    cross join unnest(b.account_ids, b.ups, b.downs) as t (account_id, up, down)
    join ${accounts} a on a.id = t.account_id
    where b.id = any(${ids})
    group by t.account_id, b.day, b.node_id
    order by t.account_id, b.day, b.node_id
    on conflict (account_id, day, node_id) do update set
      up = ${capped(sql`old.up + excluded.up`)}, down = ${capped(sql`old.down + excluded.down`)},
      billed_up = ${capped(sql`old.billed_up + excluded.billed_up`)}, billed_down = ${capped(sql`old.billed_down + excluded.billed_down`)}`)
  await countHours(tx, ids)
  await addDeviceTraffic(tx, billedRows(sql`b.id = any(${ids})`))
  await tx.execute(sql`update ${trafficBatches} set counted_at = ${now} where id = any(${ids})`)
  return picked.rows.length
}

/** Deletes counted batches after a week. From then on, a repetition is not recognised, and a report cannot be undone. */
export async function dropOldBatches({ db }: Database, now: Date): Promise<void> {
  await dropOlder(db, trafficBatches, trafficBatches.receivedAt, new Date(now.getTime() - KEEP_MS), sql`counted_at is not null`)
}

/**
 * Puts rows of many connections together, and drops the days of members of months before the last: reports can change a week. May be called
 * twice.
 */
export async function tidySums({ db }: Database, today: string): Promise<void> {
  await db.execute(sql`
    with taken as (delete from ${activeDays} where slot <> 0 and day < ${shiftDay(today, -1)} returning *)
    insert into ${activeDays} as kept select day, 0, sum(members), sum(joined) from taken group by day
      on conflict (day, slot) do update set members = kept.members + excluded.members, joined = kept.joined + excluded.joined`)
  await dropOlder(db, trafficMonths, trafficMonths.month, shiftDay(today, -62))
}
