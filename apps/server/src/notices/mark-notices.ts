import { and, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { readableSql } from './notice-readers.ts'
import { noticeReads, notices } from './notices.table.ts'

type Which = { ids: number[] }

/** Notes that a member saw notices. Those they may not read are ignored. May be called twice: each is counted once. */
export async function markNoticesRead(db: Db, accountId: number, which: Which, now: Date): Promise<void> {
  await note(db, accountId, which, { now, dismissedAt: null })
}

/** Hides banners and pop-ups from a member on all their devices, until they are shown again. May be called twice. */
export async function dismissNotices(db: Db, accountId: number, ids: number[], now: Date): Promise<void> {
  await note(db, accountId, { ids }, { now, dismissedAt: now })
}

async function note(db: Db, accountId: number, which: Which, { now, dismissedAt }: { now: Date; dismissedAt: Date | null }): Promise<void> {
  const isNewEdition = sql`${noticeReads.edition} < excluded.edition`
  const when = (column: SQL | typeof noticeReads.seenAt | typeof noticeReads.dismissedAt, excluded: SQL): SQL =>
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
          dismissedAt: sql<Date | null>`${dismissedAt}::timestamptz`.as('dismissed_at'),
        })
        .from(notices)
        .where(and(inArray(notices.id, which.ids), ne(notices.placement, 'bar'), readableSql(accountId, now)))
        // In order, so that two calls at once cannot wait for each other.
        .orderBy(notices.id),
    )
    .onConflictDoUpdate({
      target: [noticeReads.noticeId, noticeReads.accountId],
      set: {
        edition: sql`excluded.edition`,
        seenAt: when(noticeReads.seenAt, sql`excluded.seen_at`),
        dismissedAt: when(noticeReads.dismissedAt, sql`excluded.dismissed_at`),
      },
      setWhere: sql`${isNewEdition} or (${noticeReads.dismissedAt} is null and excluded.dismissed_at is not null)`,
    })
}
