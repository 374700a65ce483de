import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { oldPanelCalls } from './old-panel/aliases.table.ts'
import { changedMembers, machineLoads, pastMembers, pastNodeGroups } from './nodes.table.ts'

const DAY = 86_400_000

/**
 * Deletes group changes after two days, one more than needed because clocks differ, loads of machines after one day, and
 * programs of an old panel that were silent for ninety days.
 */
export async function cleanNodeRecords({ db }: Database, now: Date): Promise<void> {
  const left = new Date(now.getTime() - 2 * DAY)
  await db.execute(sql`delete from ${pastMembers} where left_at < ${left}`)
  await db.execute(sql`delete from ${pastNodeGroups} where left_at < ${left}`)
  await db.execute(sql`delete from ${changedMembers} where at < ${left}`)
  await db.execute(sql`delete from ${machineLoads} where at < ${new Date(now.getTime() - DAY)}`)
  await db.execute(sql`delete from ${oldPanelCalls} where greatest(answered_at, refused_at) < ${new Date(now.getTime() - 90 * DAY)}`)
}
