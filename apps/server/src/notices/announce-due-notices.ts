import { and, gt, isNotNull, lte, or } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { announceNotices } from './change-notices.ts'
import { notices } from './notices.table.ts'

/** Two runs of a job that runs every minute: a late one misses nothing, and one announcement too many does no harm. */
const WINDOW_MS = 2 * 60_000

/** Announces notices that began or ended by themselves. May run twice. */
export async function announceDueNotices({ transaction }: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - WINDOW_MS)
  await transaction(async (tx) => {
    const isDue = or(and(gt(notices.startsAt, since), lte(notices.startsAt, now)), and(gt(notices.endsAt, since), lte(notices.endsAt, now)))
    if ((await tx.$count(notices, and(isNotNull(notices.publishedAt), isDue))) > 0) await announceNotices(tx)
  })
}
