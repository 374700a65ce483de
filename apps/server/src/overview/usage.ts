import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { activeDays, trafficDays } from '../traffic/traffic.table.ts'
import type { MonthSpan } from './month-span.ts'

/** Raw bytes and members by day; `now` and `before`: members of the month and of the days compared, each member once. */
type Usage = { bytes: Map<string, number>; members: Map<string, number>; now: number; before: number }

/** Traffic of two months and the members who used it, from kept sums. */
export async function readUsage(db: Db, { first, through, firstBefore, throughBefore }: MonthSpan): Promise<Usage> {
  const [used, active] = await Promise.all([
    // Greater numbers are not exact.
    db.execute<{ day: string; bytes: number }>(sql`
      select day::text as day, least(sum(up + down), ${Number.MAX_SAFE_INTEGER})::bigint as bytes from ${trafficDays}
      where day between ${firstBefore} and ${through} group by 1`),
    db.execute<{ day: string; members: number; joined: number }>(sql`
      select day::text as day, sum(members) as members, sum(joined) as joined from ${activeDays}
      where day between ${firstBefore} and ${through} group by 1`),
  ])
  const once = (from: string, to: string): number =>
    active.rows.filter(({ day }) => day >= from && day <= to).reduce((sum, { joined }) => sum + joined, 0)
  return {
    bytes: new Map(used.rows.map(({ day, bytes }) => [day, bytes])),
    members: new Map(active.rows.map(({ day, members }) => [day, members])),
    now: once(first, through),
    before: once(firstBefore, throughBefore),
  }
}
