import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { noteUses } from '../files/note-uses.ts'
import { noticeReads, notices } from './notices.table.ts'

/** Removes what was written to a member alone, and which notices they saw. Lock the account first: see `mark-notices.ts`. */
export async function forgetNotices(tx: Tx, accountId: number): Promise<void> {
  const own = and(eq(notices.audience, 'member'), sql`${accountId}::bigint = any(${notices.audienceIds})`)
  const rows = await tx.select({ id: notices.id }).from(notices).where(own).orderBy(asc(notices.id)).for('update')
  const ids = rows.map(({ id }) => id)
  for (const id of ids) await noteUses(tx, { noun: 'notice', id }, '')
  await tx.delete(noticeReads).where(or(eq(noticeReads.accountId, accountId), inArray(noticeReads.noticeId, ids)))
  await tx.delete(notices).where(inArray(notices.id, ids))
}
