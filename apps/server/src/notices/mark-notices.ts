import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { liveSql, readableSql } from './notice-readers.ts'
import { noticeReads, notices } from './notices.table.ts'

type Which = { ids: number[] }

/** Notes that notices were drawn for a member. Those they may not read are ignored. May be called twice: each is counted once. */
export async function markNoticesSeen(db: Db, accountId: number, which: Which, now: Date): Promise<void> {
  await note(db, accountId, which, { now, readAt: null, dismissedAt: null })
}

/** Notes that a member opened notices. May be called twice: the time of the first reading stays. */
export async function markNoticesRead(db: Db, accountId: number, which: Which, now: Date): Promise<void> {
  await note(db, accountId, which, { now, readAt: now, dismissedAt: null })
}

/** Hides bars, banners and pop-ups from a member on all their devices, until they are shown again. `read`: they are not unread either. */
export async function dismissNotices(db: Db, accountId: number, { ids, read }: Which & { read: boolean }, now: Date): Promise<void> {
  await note(db, accountId, { ids }, { now, readAt: read ? now : null, dismissedAt: now })
}

type Marks = { now: Date; readAt: Date | null; dismissedAt: Date | null }

async function note(db: Db, accountId: number, which: Which, { now, readAt, dismissedAt }: Marks): Promise<void> {
  const isLiveBar = and(eq(notices.placement, 'bar'), liveSql(now))
  const isNewEdition = sql`${noticeReads.edition} < excluded.edition`
  const when = (column: typeof noticeReads.seenAt | typeof noticeReads.readAt | typeof noticeReads.dismissedAt, excluded: SQL): SQL =>
    sql`case when ${isNewEdition} then ${excluded} else coalesce(${column}, ${excluded}) end`
  await db
    .insert(noticeReads)
    .select(
      db
        .select({
          noticeId: notices.id,
          accountId: sql<number>`${accountId}::bigint`.as('account_id'),
          edition: notices.edition,
          seenAt: sql<Date>`${now}::timestamptz`.as('seen_at'),
          readAt: sql<Date | null>`${readAt}::timestamptz`.as('read_at'),
          dismissedAt: sql<Date | null>`${dismissedAt}::timestamptz`.as('dismissed_at'),
        })
        .from(notices)
        .where(and(inArray(notices.id, which.ids), dismissedAt ? or(readableSql(accountId, now), isLiveBar) : readableSql(accountId, now)))
        // In order, so that two calls at once cannot wait for each other.
        .orderBy(notices.id),
    )
    .onConflictDoUpdate({
      target: [noticeReads.noticeId, noticeReads.accountId],
      set: {
        edition: sql`excluded.edition`,
        seenAt: when(noticeReads.seenAt, sql`excluded.seen_at`),
        readAt: when(noticeReads.readAt, sql`excluded.read_at`),
        dismissedAt: when(noticeReads.dismissedAt, sql`excluded.dismissed_at`),
      },
      setWhere: sql`${isNewEdition} or (${noticeReads.readAt} is null and excluded.read_at is not null)
        or (${noticeReads.dismissedAt} is null and excluded.dismissed_at is not null)`,
    })
}
