import { eq } from 'drizzle-orm'
import { canMoveCommission } from '@portico/contract/commissions'
import type { Tx } from '../db/client.ts'
import { post } from '../ledger/post.ts'
import { type CommissionRow, commissions } from './commissions.table.ts'
import { lockCommissionsOf, moveCommission } from './move-commission.ts'
import { reversedPart } from './share-commission.ts'

/**
 * Takes back the commissions of an order whose money went back. `refunded`: how much of `base`, what had been received, has
 * gone back so far, all refunds together; so it may be called twice. Not yet paid: the commission shrinks, or is void when all
 * went back. Already paid: the receiver owes it, even where his commission falls below zero.
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
  }
}

async function shrink(tx: Tx, { id }: CommissionRow, reversedAmount: number): Promise<void> {
  await tx.update(commissions).set({ reversedAmount }).where(eq(commissions.id, id))
}

async function takeBack(tx: Tx, commission: CommissionRow, reversedAmount: number, at: Date): Promise<void> {
  const amount = reversedAmount - commission.reversedAmount
  await shrink(tx, commission, reversedAmount)
  const { id, receiverId: ownerId, currency, orderId } = commission
  const legs = [{ kind: 'commission', ownerId, amount: -amount } as const, { kind: 'revenue', amount } as const]
  const key = `commission:${id}:reversed:${reversedAmount}`
  await post(tx, { kind: 'commission.reversed', key, currency, legs, note: `order ${orderId}`, at })
}
