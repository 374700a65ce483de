import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { type Leg, post } from '../ledger/post.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentReceipts } from '../payments/payments.table.ts'
import { paymentReversals } from './refunds.table.ts'

type WriteOff = { accountId: number; currency: string; amount: number; reason: string }

/**
 * Makes a member's debt the site's loss. `amount`: the debt as the caller saw it. Throws `debt.other_amount` if the debt has changed since,
 * so a second click changes nothing.
 */
export async function writeOffDebt({ transaction }: Database, by: Actor, input: WriteOff, now: Date): Promise<void> {
  const { accountId: ownerId, currency, amount, reason } = input
  await transaction(async (tx) => {
    const debt = -(await lockAccount(tx, 'debt', ownerId, currency))
    if (debt !== amount) throw new AppError('debt.other_amount')
    const legs: Leg[] = [
      { kind: 'site', amount: -amount },
      { kind: 'debt', ownerId, amount },
    ]
    const key = `debt_written_off:${randomUUID()}`
    await post(tx, { kind: 'debt.written_off', key, currency, legs, note: reason, byAccountId: by.accountId, at: now })
    await assignLoss(tx, input)
    const sides = { before: { debt, currency }, after: { debt: 0, currency } }
    await record(tx, by, { action: 'debt.write_off', entity: 'member', id: ownerId, ...sides, reason }, now)
  })
}

/** Assigns the loss to the newest debts, because payments cover the oldest; a dispute won later returns it to the site. */
async function assignLoss(tx: Tx, { accountId, currency, amount }: WriteOff): Promise<void> {
  const owed = await tx
    .select({ reversal: paymentReversals })
    .from(paymentReversals)
    .innerJoin(paymentReceipts, eq(paymentReceipts.id, paymentReversals.receiptId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.currency, currency),
        gt(paymentReversals.debtAmount, 0),
        isNull(paymentReversals.restoredAt),
      ),
    )
    .orderBy(desc(paymentReversals.id))
    .for('update', { of: paymentReversals })
  let left = amount
  for (const { reversal } of owed) {
    const part = Math.min(left, reversal.debtAmount)
    left -= part
    const set = { debtAmount: reversal.debtAmount - part, lossAmount: reversal.lossAmount + part }
    if (part > 0) await tx.update(paymentReversals).set(set).where(eq(paymentReversals.id, reversal.id))
  }
}
