import { EventContent } from '@portico/contract/events'
import { and, count, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { events } from './events.table.ts'

export type ListedEvent = { id: number; createdAt: Date; readAt: Date | null; endedAt: Date | null; content: EventContent }

/** A page of a member's events, newest first, and how many are unread in all. */
export async function listEvents(
  db: Db,
  accountId: number,
  { page, pageSize, unread: onlyUnread }: { page: number; pageSize: number; unread: boolean },
): Promise<{ rows: ListedEvent[]; total: number; unread: number }> {
  const theirs = eq(events.accountId, accountId)
  const unread = and(theirs, isNull(events.readAt), isNull(events.endedAt))
  const where = onlyUnread ? unread : theirs
  const [rows, [all], [open]] = await Promise.all([
    db
      .select()
      .from(events)
      .where(where)
      .orderBy(desc(events.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.select({ n: count() }).from(events).where(where),
    db.select({ n: count() }).from(events).where(unread),
  ])
  return { rows: rows.map((row) => ({ ...row, content: EventContent.parse(row) })), total: all?.n ?? 0, unread: open?.n ?? 0 }
}

/** Marks the caller's events as read: those named, or all up to one. Ignores other ids. May be called twice. */
export async function markRead(db: Db, by: Caller, which: { ids: number[] } | { upTo: number }, now: Date): Promise<void> {
  const named = 'ids' in which ? inArray(events.id, which.ids) : lte(events.id, which.upTo)
  await db
    .update(events)
    .set({ readAt: now })
    .where(and(eq(events.accountId, by.accountId), named, isNull(events.readAt)))
}
