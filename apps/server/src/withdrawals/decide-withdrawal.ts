import { and, asc, eq } from 'drizzle-orm'
import type { WithdrawalAction } from '@portico/contract/withdrawals'
import { accounts } from '../accounts/accounts.table.ts'
import { recorded } from '../audit/recorded.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../actor.ts'
import { matching } from './list-withdrawals.ts'
import { lockWithdrawal, moveWithdrawal } from './move-withdrawal.ts'
import { type WithdrawalRow, withdrawals } from './withdrawals.table.ts'

type Decision = { withdrawalNo: string; action: Exclude<WithdrawalAction, 'cancel'>; reason?: string; proof?: string }

/** An operator approves, rejects (`reason`) or confirms that it was paid out (`proof`). */
export function decideWithdrawal(
  database: Database,
  by: Caller,
  { withdrawalNo, action, ...words }: Decision,
  at: Date,
): Promise<WithdrawalRow> {
  return recorded(database, { by, action: `withdrawal.${action}`, after: words, at }, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalNo, null)
    return { target: withdrawalNo, result: await moveWithdrawal(tx, withdrawal, action, { ...words, byAccountId: by.accountId, at }) }
  })
}

/**
 * Approves every request that matches. Nothing happens unless they are exactly as many as the operator was shown:
 * `withdrawal.count_changed`. Several operators may do it at once.
 */
export function approveWithdrawals(
  { transaction }: Database,
  by: Caller,
  { expected, ...filter }: { expected: number; method?: string | undefined; q?: string | undefined },
  at: Date,
): Promise<number> {
  return transaction(async (tx) => {
    const waiting = await tx
      .select({ withdrawal: withdrawals })
      .from(withdrawals)
      .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
      .where(and(matching({ ...filter, status: 'requested' })))
      .orderBy(asc(withdrawals.id))
      .limit(expected + 1)
      .for('update', { of: withdrawals })
    if (waiting.length !== expected) throw new AppError('withdrawal.count_changed', { details: { count: waiting.length } })
    for (const { withdrawal } of waiting) await moveWithdrawal(tx, withdrawal, 'approve', { byAccountId: by.accountId, at })
    const after = waiting.map(({ withdrawal }) => withdrawal.withdrawalNo)
    await record(tx, by, { action: 'withdrawal.approve', entity: 'withdrawal', after: { withdrawals: after } }, at)
    return waiting.length
  })
}
