import type { Settings } from '@portico/contract/settings/registry'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../client.ts'
import { dropOlder } from '../drop-older.ts'

/** A table that grows with time, in partitions of a `step` of its column `time`. `keptSince`: the start of the first one kept; null: all are. */
type Partitioned = { table: string; time: string; step: '1 month' | '7 days'; keptSince: (now: Date, settings: Settings) => Date | null }

const DAY = 86_400_000

const partitioned: Partitioned[] = [
  { table: 'traffic_hourly', time: 'hour', step: '1 month', keptSince: (now) => monthStart(now, -3) },
  {
    table: 'traffic_daily',
    time: 'day',
    step: '1 month',
    keptSince: (now, { 'usage.kept_months': months }) => (months === 0 ? null : monthStart(now, -months)),
  },
  { table: 'link_fetches', time: 'slot', step: '7 days', keptSince: (now) => weekStart(now, -30) },
  { table: 'audit_log', time: 'at', step: '1 month', keptSince: () => null },
]

/**
 * Makes the partitions of the next three months (weeks) and drops those that are no longer kept; called at each start and every night. A row
 * for which there is none goes to the default partition, and to its own with the next call. Throws if a table was busy, after the others are
 * done. May be called twice.
 */
export async function keepPartitions({ db }: Database, settings: Settings, now: Date): Promise<void> {
  const faults: unknown[] = []
  for (const one of partitioned) await keep(db, one, settings, now).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw faults[0]
}

async function keep(db: Db, { table, time, step, keptSince }: Partitioned, settings: Settings, now: Date): Promise<void> {
  const since = keptSince(now, settings)?.toISOString() ?? null
  const [first, until] = step === '1 month' ? [monthStart(now, 0), monthStart(now, 4)] : [weekStart(now, 0), weekStart(now, 28)]
  await db.execute(sql`select keep_partitions(${table}, ${step}::interval, ${since}, ${first.toISOString()}, ${until.toISOString()})`)
  // What is as old in partitions that hold newer rows too: the one from before there were any, and the default one.
  if (since !== null) await dropOlder(db, sql.identifier(table), sql.identifier(time), since)
}

/** The first moment, in UTC, of the month that many months away. */
function monthStart(at: Date, months: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
}

/** The first moment, in UTC, of the Monday before the day that many days away. */
function weekStart(at: Date, days: number): Date {
  const day = Math.floor(at.getTime() / DAY) + days
  // The first day of 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY)
}
