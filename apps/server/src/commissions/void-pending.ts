import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { commissions } from './commissions.table.ts'
import { moveCommission } from './move-commission.ts'

/** Voids a member's pending commissions when their account closes. */
export async function voidPending(tx: Tx, accountId: number): Promise<void> {
  const open = and(eq(commissions.receiverId, accountId), inArray(commissions.status, ['pending', 'confirmed']))
  const rows = await tx.select().from(commissions).where(open).orderBy(asc(commissions.id)).for('update')
  for (const row of rows) await moveCommission(tx, row, 'void', { reversedAmount: row.amount })
}
