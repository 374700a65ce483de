import { desc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { linkAlarms, linkFetches } from './link-fetches.table.ts'
import { alarmHolds } from './link-mark.ts'

const LAST = 50

type Alarm = Pick<typeof linkAlarms.$inferSelect, 'at' | 'networks' | 'countries'>
export type FetchRow = typeof linkFetches.$inferSelect

/** The newest fetches of an account's links, replaced ones included, and the alarm for its current link. */
export async function listFetches(db: Db, accountId: number): Promise<{ items: FetchRow[]; alarm: Alarm | null }> {
  const [items, [alarm]] = await Promise.all([
    db
      .select()
      .from(linkFetches)
      .where(eq(linkFetches.accountId, accountId))
      .orderBy(desc(linkFetches.slot), desc(linkFetches.at))
      .limit(LAST),
    db
      .select({ at: linkAlarms.at, networks: linkAlarms.networks, countries: linkAlarms.countries })
      .from(linkAlarms)
      .innerJoin(subscriptions, alarmHolds())
      .where(eq(linkAlarms.accountId, accountId)),
  ])
  return { items, alarm: alarm ?? null }
}
