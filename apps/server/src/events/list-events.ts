import { EventContent } from '@portico/contract/events'
import { and, desc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { events } from './events.table.ts'

export type ListedEvent = { id: number; createdAt: Date; readAt: Date | null; endedAt: Date | null; content: EventContent }

/** A page of a member's events, newest first, and how many are unread in all. */
export async function listEvents(
  db: Db,
  accountId: number,
  { unread: onlyUnread, ...paging }: Paging & { unread: boolean },
): Promise<Page<ListedEvent> & { unread: number }> {
  const theirs = eq(events.accountId, accountId)
  const isUnread = and(theirs, isNull(events.readAt), isNull(events.endedAt))
  const found = db
    .select()
    .from(events)
    .where(onlyUnread ? isUnread : theirs)
    .$dynamic()
  const [{ items, total }, unread] = await Promise.all([readPage(db, found, [desc(events.id)], paging), db.$count(events, isUnread)])
  return { items: items.map((row) => ({ ...row, content: EventContent.parse(row) })), total, unread }
}

/** Marks the caller's events as read: those named, or all up to one. Ignores other ids. May be called twice. */
export async function markRead(db: Db, by: Caller, which: { ids: number[] } | { upTo: number }, now: Date): Promise<void> {
  const named = 'ids' in which ? inArray(events.id, which.ids) : lte(events.id, which.upTo)
  await db
    .update(events)
    .set({ readAt: now })
    .where(and(eq(events.accountId, by.accountId), named, isNull(events.readAt)))
}
