import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { noticeReads, notices } from './notices.table.ts'

/** Removes what was written to a member alone, and which notices they saw. */
export async function forgetNotices(tx: Tx, accountId: number): Promise<void> {
  const own = and(eq(notices.audience, 'member'), sql`${accountId}::bigint = any(${notices.audienceIds})`)
  await tx.delete(noticeReads).where(eq(noticeReads.accountId, accountId))
  await tx.delete(noticeReads).where(inArray(noticeReads.noticeId, tx.select({ id: notices.id }).from(notices).where(own)))
  await tx.delete(notices).where(own)
}
