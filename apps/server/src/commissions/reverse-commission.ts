import { eq } from 'drizzle-orm'
import { canMoveCommission } from '@portico/contract/commissions'
import type { Tx } from '../db/client.ts'
import { post } from '../ledger/post.ts'
import { type CommissionRow, commissions } from './commissions.table.ts'
import { lockCommissionsOf, moveCommission, orderNumber } from './move-commission.ts'
import { reversedPart } from './share-commission.ts'
import { untellConfirmed } from './tell-confirmed.ts'

/**
 * Takes back the commissions of a refunded order. `refunded`: how much of `base`, the amount received, has been refunded so far in
 * all, so it may be called twice. An unpaid commission shrinks, or is void after a full refund. A paid one is owed by the receiver,
 * even if their commission falls below zero.
 */
export async function reverseCommission(
  tx: Tx,
  orderId: number,
  { refunded, base }: { refunded: number; base: number },
  at: Date,
): Promise<void> {
  for (const commission of await lockCommissionsOf(tx, orderId)) {
    const reversedAmount = reversedPart(commission.amount, refunded, base)
    if (commission.status === 'void' || reversedAmount <= commission.reversedAmount) continue
    if (canMoveCommission(commission.status, 'void')) {
      if (reversedAmount === commission.amount) await moveCommission(tx, commission, 'void', { reversedAmount })
      else await shrink(tx, commission, reversedAmount)
    } else await takeBack(tx, commission, reversedAmount, at)
    if (reversedAmount === commission.amount) await untellConfirmed(tx, commission, at)
  }
}

async function shrink(tx: Tx, { id }: CommissionRow, reversedAmount: number): Promise<void> {
  await tx.update(commissions).set({ reversedAmount }).where(eq(commissions.id, id))
}

async function takeBack(tx: Tx, commission: CommissionRow, reversedAmount: number, at: Date): Promise<void> {
  const amount = reversedAmount - commission.reversedAmount
  await shrink(tx, commission, reversedAmount)
  const { id, receiverId: ownerId, currency } = commission
  const legs = [{ kind: 'commission', ownerId, amount: -amount } as const, { kind: 'revenue', amount } as const]
  const key = `commission:${id}:reversed:${reversedAmount}`
  await post(tx, { kind: 'commission.reversed', key, commissionId: id, currency, legs, note: await orderNumber(tx, commission), at })
}
