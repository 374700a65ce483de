import { and, asc, eq, ne } from 'drizzle-orm'
import { canMoveCommission } from '@portico/contract/commissions'
import type { Tx } from '../db/client.ts'
import { post } from '../ledger/post.ts'
import { type CommissionRow, commissions, commissionTopUps } from './commissions.table.ts'
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
    await reverseTo(tx, commission, reversedPart(commission.amount, refunded, base), at)
  }
}

/** Reverses the commissions that a returned top-up earned through orders. */
export async function reverseTopUp(
  tx: Tx,
  topUpId: number,
  { refunded, base }: { refunded: number; base: number },
  at: Date,
): Promise<void> {
  const parts = await tx
    .select()
    .from(commissionTopUps)
    .innerJoin(commissions, eq(commissions.id, commissionTopUps.commissionId))
    .where(and(eq(commissionTopUps.topUpId, topUpId), ne(commissions.orderId, topUpId)))
    .orderBy(asc(commissions.id))
    .for('update')
  for (const { commissions: commission, commission_top_ups: part } of parts) {
    const ofPart = reversedPart(commission.amount, part.amount, commission.baseAmount)
    const reversedAmount = reversedPart(ofPart, refunded, base)
    if (reversedAmount <= part.reversedAmount) continue
    const isIts = and(eq(commissionTopUps.commissionId, commission.id), eq(commissionTopUps.topUpId, topUpId))
    await tx.update(commissionTopUps).set({ reversedAmount }).where(isIts)
    const upTo = Math.min(commission.amount, commission.reversedAmount + reversedAmount - part.reversedAmount)
    await reverseTo(tx, commission, upTo, at)
  }
}

async function reverseTo(tx: Tx, commission: CommissionRow, reversedAmount: number, at: Date): Promise<void> {
  // A void commission is taken back already.
  if (reversedAmount <= commission.reversedAmount) return
  if (canMoveCommission(commission.status, 'void')) {
    if (reversedAmount === commission.amount) await moveCommission(tx, commission, 'void', { reversedAmount })
    else await shrink(tx, commission, reversedAmount)
  } else await takeBack(tx, commission, reversedAmount, at)
  if (reversedAmount === commission.amount) await untellConfirmed(tx, commission, at)
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
