import { and, eq, isNull } from 'drizzle-orm'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../actor.ts'
import { paymentReversals } from './refunds.table.ts'

/** An operator has looked at money that a gateway took back. Throws `receipt.wrong_status` when somebody had already. */
export async function reviewReversal({ transaction }: Database, by: Actor, id: number, note: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [seen] = await tx
      .update(paymentReversals)
      .set({ reviewedAt: now, reviewedBy: by.accountId, reviewNote: note })
      .where(and(eq(paymentReversals.id, id), isNull(paymentReversals.reviewedAt)))
      .returning({ reversalNo: paymentReversals.reversalNo })
    if (!seen) throw new AppError('receipt.wrong_status')
    await record(tx, by, { action: 'reversal.review', entity: 'reversal', id: seen.reversalNo, after: { note } }, now)
  })
}
