import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { liveSql, readableSql } from './notice-readers.ts'
import { noticeReads, notices } from './notices.table.ts'

/** Notes that notices were drawn for a member. Those they may not read are ignored. May be called twice: each is counted once. */
export function markNoticesSeen(tx: Tx, accountId: number, ids: number[], now: Date): Promise<void> {
  return note(tx, accountId, ids, { now, readAt: null, dismissedAt: null })
}

/** Notes that a member opened notices. May be called twice: the time of the first reading stays. */
export function markNoticesRead(tx: Tx, accountId: number, ids: number[], now: Date): Promise<void> {
  return note(tx, accountId, ids, { now, readAt: now, dismissedAt: null })
}

/** Dismisses notices for a member on all devices, until they are shown again. `read`: also marks them as read. */
export function dismissNotices(tx: Tx, accountId: number, { ids, read }: { ids: number[]; read: boolean }, now: Date): Promise<void> {
  return note(tx, accountId, ids, { now, readAt: read ? now : null, dismissedAt: now })
}

type Marks = { now: Date; readAt: Date | null; dismissedAt: Date | null }

async function note(tx: Tx, accountId: number, ids: number[], { now, readAt, dismissedAt }: Marks): Promise<void> {
  const isLiveBar = and(eq(notices.placement, 'bar'), liveSql(now))
  const readable = readableSql(accountId, now)
  const editions = await lockNotices(tx, accountId, and(inArray(notices.id, ids), dismissedAt ? or(readable, isLiveBar) : readable))
  if (editions.length === 0) return
  const isNewEdition = sql`${noticeReads.edition} < excluded.edition`
  const when = (column: typeof noticeReads.seenAt | typeof noticeReads.readAt | typeof noticeReads.dismissedAt, excluded: SQL): SQL =>
    sql`case when ${isNewEdition} then ${excluded} else coalesce(${column}, ${excluded}) end`
  await tx
    .insert(noticeReads)
    .values(editions.map(({ noticeId, edition }) => ({ noticeId, accountId, edition, seenAt: now, readAt, dismissedAt })))
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

/**
 * Locks the account, then notices in order: until the transaction ends, nobody deletes them, changes their audience or closes the account.
 * All callers use this order, against deadlocks.
 */
async function lockNotices(tx: Tx, accountId: number, which: SQL | undefined): Promise<{ noticeId: number; edition: number }[]> {
  const open = and(eq(accounts.id, accountId), isNull(accounts.closedAt))
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(open).for('key share')
  if (!account) return []
  return tx.select({ noticeId: notices.id, edition: notices.edition }).from(notices).where(which).orderBy(notices.id).for('key share')
}
