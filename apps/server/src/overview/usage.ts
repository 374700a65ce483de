import { type SQL, sql } from 'drizzle-orm'
import { shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import type { MonthSpan } from './month-span.ts'

/** Raw bytes and members by day; `now` and `before`: members of the month and of the days compared, each member once. */
export type Usage = { bytes: Map<string, number>; members: Map<string, number>; now: number; before: number }
type Row = { day: string; bytes: number; members: number }

/** Traffic and the members who used it up to yesterday. Reads every row of two months, so keep the answer. */
export async function pastUsage(db: Db, span: MonthSpan, today: string): Promise<Usage> {
  const last = span.through < today ? span.through : shiftDay(today, -1)
  const { rows } = await db.execute<Row>(sql`
    with seen as materialized (
      select account_id, day, sum(up + down) as bytes from ${trafficDaily}
      where day between ${span.firstBefore} and ${last} and up + down > 0 group by account_id, day
    )
    select day::text as day, ${exact(sql`sum(bytes)`)} as bytes, count(*) as members from seen group by day
    union all select 'now', 0, count(distinct account_id) from seen where day >= ${span.first}
    union all select 'before', 0, count(distinct account_id) from seen where day <= ${span.throughBefore}`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return {
    bytes: new Map(rows.map(({ day, bytes }) => [day, bytes])),
    members: new Map(rows.map(({ day, members }) => [day, members])),
    now: byDay.get('now')?.members ?? 0,
    before: byDay.get('before')?.members ?? 0,
  }
}

/** Adds today, which is read on each call. */
export async function usageWithToday(db: Db, span: MonthSpan, today: string, past: Usage): Promise<Usage> {
  if (span.through < today) return past
  // `joined`: those who were not there on an earlier day of the month.
  const { rows } = await db.execute<Omit<Row, 'day'> & { joined: number }>(sql`
    select ${exact(sql`coalesce(sum(bytes), 0)`)} as bytes, count(*) as members, count(*) filter (where not exists (
      select from ${trafficDaily} e
      where e.account_id = t.account_id and e.day >= ${span.first} and e.day < ${today} and e.up + e.down > 0)) as joined
    from (select account_id, sum(up + down) as bytes from ${trafficDaily} where day = ${today} and up + down > 0 group by account_id) t`)
  const { bytes = 0, members = 0, joined = 0 } = rows[0] ?? {}
  return {
    ...past,
    bytes: new Map(past.bytes).set(today, bytes),
    members: new Map(past.members).set(today, members),
    now: past.now + joined,
  }
}

/** Greater numbers are not exact. */
function exact(bytes: SQL): SQL {
  return sql`least(${bytes}, ${Number.MAX_SAFE_INTEGER})::bigint`
}
