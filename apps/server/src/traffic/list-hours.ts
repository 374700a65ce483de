import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { dayStart, shiftDay } from '../calendar.ts'
import { capped } from './billed-bytes.ts'
import type { Counters, TrafficFilter } from './list-traffic.ts'

const HOUR_MS = 3_600_000

export type HourCounters = Counters & { hour: Date }

/** Every hour of the date in the zone, with or without traffic: 24, or one more or less when clocks change. */
export async function trafficByHour(db: Db, day: string, zone: string, { accountId, nodeId }: TrafficFilter): Promise<HourCounters[]> {
  const [from, to] = [dayStart(day, zone), dayStart(shiftDay(day, 1), zone)]
  const only = (column: string, id: number | undefined): SQL => (id === undefined ? sql`` : sql` and ${sql.raw(column)} = ${id}`)
  const { rows } = await db.execute<Counters & { hour: Date }>(sql`
    select hour, ${capped(sql`sum(up)`)} as up, ${capped(sql`sum(down)`)} as down,
      ${capped(sql`sum(billed_up)`)} as "billedUp", ${capped(sql`sum(billed_down)`)} as "billedDown"
    from traffic_hourly
    where hour >= ${from} and hour < ${to}${only('account_id', accountId)}${only('node_id', nodeId)}
    group by hour`)
  const byHour = new Map(rows.map((row) => [new Date(row.hour).getTime(), row]))
  return Array.from({ length: Math.round((to.getTime() - from.getTime()) / HOUR_MS) }, (_, i) => {
    const hour = new Date(from.getTime() + i * HOUR_MS)
    const { up, down, billedUp, billedDown } = byHour.get(hour.getTime()) ?? { up: 0, down: 0, billedUp: 0, billedDown: 0 }
    return { hour, up, down, billedUp, billedDown }
  })
}
