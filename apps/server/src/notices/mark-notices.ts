import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { readableSql } from './notice-readers.ts'
import { noticeReads, notices } from './notices.table.ts'

/** Notes that a member saw notices. Those they may not read are ignored. May be called twice: each is counted once. */
export function markNoticesRead(tx: Tx, accountId: number, ids: number[], now: Date): Promise<void> {
  return note(tx, accountId, ids, { now, dismissedAt: null })
}

/** Hides banners and pop-ups from a member on all their devices, until they are shown again. May be called twice. */
export function dismissNotices(tx: Tx, accountId: number, ids: number[], now: Date): Promise<void> {
  return note(tx, accountId, ids, { now, dismissedAt: now })
}

async function note(
  tx: Tx,
  accountId: number,
  ids: number[],
  { now, dismissedAt }: { now: Date; dismissedAt: Date | null },
): Promise<void> {
  const editions = await lockReadable(tx, accountId, ids, now)
  if (editions.length === 0) return
  const isNewEdition = sql`${noticeReads.edition} < excluded.edition`
  const when = (column: SQL | typeof noticeReads.seenAt | typeof noticeReads.dismissedAt, excluded: SQL): SQL =>
    sql`case when ${isNewEdition} then ${excluded} else coalesce(${column}, ${excluded}) end`
  await tx
    .insert(noticeReads)
    .values(editions.map(({ noticeId, edition }) => ({ noticeId, accountId, edition, seenAt: now, dismissedAt })))
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

/**
 * Until the rows are written, nobody deletes these notices, gives them another audience or closes the account. All lock the account first,
 * then notices in order, so that none waits for the other in turn.
 */
async function lockReadable(tx: Tx, accountId: number, ids: number[], now: Date): Promise<{ noticeId: number; edition: number }[]> {
  const open = and(eq(accounts.id, accountId), isNull(accounts.closedAt))
  const [account] = await tx.select({ id: accounts.id }).from(accounts).where(open).for('key share')
  if (!account) return []
  return tx
    .select({ noticeId: notices.id, edition: notices.edition })
    .from(notices)
    .where(and(inArray(notices.id, ids), ne(notices.placement, 'bar'), readableSql(accountId, now)))
    .orderBy(notices.id)
    .for('key share')
}
