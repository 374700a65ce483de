import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { paymentReversals } from './refunds.table.ts'

/** Marks money that a gateway took back as reviewed. Throws `receipt.wrong_status` if it was reviewed before. */
export async function reviewReversal({ transaction }: Database, by: Actor, id: number, note: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const reversal = eq(paymentReversals.id, id)
    const before = foundRow(await tx.select().from(paymentReversals).where(reversal).for('update'))
    if (before.reviewedAt !== null) throw new AppError('receipt.wrong_status')
    const set = { reviewedAt: now, reviewedBy: by.accountId, reviewNote: note }
    const after = writtenRow(await tx.update(paymentReversals).set(set).where(reversal).returning())
    await record(tx, by, { action: 'reversal.review', entity: 'reversal', id: before.reversalNo, before, after, reason: note }, now)
  })
}
