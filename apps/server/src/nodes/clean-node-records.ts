import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { changedMembers, machineLoads, pastMembers, pastNodeGroups } from './nodes.table.ts'

const DAY = 86_400_000

/** Deletes group changes after two days, one more than needed because clocks differ, and loads of machines after one day. */
export async function cleanNodeRecords({ db }: Database, now: Date): Promise<void> {
  const left = new Date(now.getTime() - 2 * DAY)
  await db.execute(sql`delete from ${pastMembers} where left_at < ${left}`)
  await db.execute(sql`delete from ${pastNodeGroups} where left_at < ${left}`)
  await db.execute(sql`delete from ${changedMembers} where at < ${left}`)
  await db.execute(sql`delete from ${machineLoads} where at < ${new Date(now.getTime() - DAY)}`)
}
