import { sql } from 'drizzle-orm'
import { dayKey, dayStart, shiftDay } from '../calendar.ts'
import type { Db } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

const DAYS = 14

export type ExpiryDay = { day: string; members: number; renewing: number }

/** Plans that end on each of the next 14 days in the zone, from now on. */
export async function expiriesAhead(db: Db, now: Date, zone: string): Promise<ExpiryDay[]> {
  const today = dayKey(now, zone)
  const end = dayStart(shiftDay(today, DAYS), zone)
  const { rows } = await db.execute<ExpiryDay>(sql`
    select (expires_at at time zone ${zone})::date::text as day, count(*) as members, count(*) filter (where auto_renew) as renewing
    from ${subscriptions} where expires_at >= ${now} and expires_at < ${end} and group_id is not null group by 1`)
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: DAYS }, (_, i) => shiftDay(today, i)).map((day) => byDay.get(day) ?? { day, members: 0, renewing: 0 })
}
