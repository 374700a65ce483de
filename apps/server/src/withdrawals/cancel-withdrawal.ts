import { and, eq, gte } from 'drizzle-orm'
import type { Actor, Caller } from '../actor.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockWithdrawal, moveWithdrawal } from './move-withdrawal.ts'
import { type WithdrawalRow, withdrawals } from './withdrawals.table.ts'

/**
 * Cancels a member's own request before its approval; the amount goes back to their commission. Another member's request is
 * `withdrawal.not_found`, so numbers cannot be probed.
 */
export function cancelWithdrawal({ transaction }: Database, by: Caller, withdrawalNo: string, now: Date): Promise<WithdrawalRow> {
  return transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalNo)
    if (withdrawal.accountId !== by.accountId) throw new AppError('withdrawal.not_found')
    return moveWithdrawal(tx, by, withdrawal, { action: 'cancel', at: now })
  })
}

/** Cancels unapproved requests since a moment, for an owner who recovered the account. */
export async function cancelRequestedSince(tx: Tx, by: Actor, owner: number, since: Date, now: Date): Promise<void> {
  const { accountId, status, createdAt, id } = withdrawals
  const open = and(eq(accountId, owner), eq(status, 'requested'), gte(createdAt, since))
  for (const withdrawal of await tx.select().from(withdrawals).where(open).orderBy(id).for('update')) {
    await moveWithdrawal(tx, by, withdrawal, { action: 'cancel', at: now })
  }
}
