import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { events } from './events.table.ts'

/** Marks a member's events as read. Ignores foreign ids. May be repeated: the first time stays. */
export async function markEventsRead(db: Db, accountId: number, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(events)
    .set({ readAt: now })
    .where(and(eq(events.accountId, accountId), inArray(events.id, ids), isNull(events.readAt)))
}
