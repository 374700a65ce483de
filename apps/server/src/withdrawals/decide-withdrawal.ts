import { and, asc, eq } from 'drizzle-orm'
import type { WithdrawalAction } from '@portico/contract/withdrawals'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { isApprovable, refuseHeld } from './access-hold.ts'
import { matching, type WithdrawalFilter } from './list-withdrawals.ts'
import { lockWithdrawal, moveWithdrawal } from './move-withdrawal.ts'
import { type WithdrawalRow, withdrawals } from './withdrawals.table.ts'

type Decision = { withdrawalNo: string; action: Exclude<WithdrawalAction, 'cancel'>; reason?: string; proof?: string }

/**
 * Approves a request, rejects it with a `reason`, or confirms its payout with a `proof`. Throws `withdrawal.wrong_status`, and
 * `withdrawal.held` soon after staff changed how the member signs in.
 */
export function decideWithdrawal(
  { transaction }: Database,
  by: Actor,
  { withdrawalNo, ...decision }: Decision,
  { now, settings }: Context,
): Promise<WithdrawalRow> {
  return transaction(async (tx) => {
    const before = await lockWithdrawal(tx, withdrawalNo)
    if (decision.action !== 'reject') await refuseHeld(tx, before.accountId, settings, now)
    const after = await moveWithdrawal(tx, by, before, { ...decision, at: now })
    const { action, reason = null } = decision
    const entry = { action: `withdrawal.${action}`, entity: 'withdrawal', id: withdrawalNo, before, after, reason } as const
    await record(tx, by, { ...entry, beneficiary: before.accountId }, now)
    return after
  })
}

/**
 * Approves all requests that match, are not held and are not the actor's own, and returns how many. Throws `withdrawal.count_changed`
 * unless there are `expected`, as many as the operator saw. Several operators may do it at once.
 */
export function approveWithdrawals(
  { transaction }: Database,
  by: Actor,
  { expected, ...filter }: WithdrawalFilter & { expected: number },
  { now, settings }: Context,
): Promise<number> {
  return transaction(async (tx) => {
    const waiting = await tx
      .select({ withdrawal: withdrawals })
      .from(withdrawals)
      .innerJoin(accounts, eq(accounts.id, withdrawals.accountId))
      .where(and(matching({ ...filter, status: 'requested' }), isApprovable(by, settings, now)))
      .orderBy(asc(withdrawals.id))
      .limit(expected + 1)
      .for('update', { of: withdrawals })
    if (waiting.length !== expected) throw new AppError('withdrawal.count_changed', { details: { count: waiting.length } })
    for (const { withdrawal } of waiting) await moveWithdrawal(tx, by, withdrawal, { action: 'approve', at: now })
    const ids = waiting.map(({ withdrawal }) => withdrawal.withdrawalNo)
    const entry = {
      action: 'withdrawal.approve_many',
      entity: 'withdrawal',
      beneficiary: waiting.map(({ withdrawal }) => withdrawal.accountId),
      before: { status: 'requested' },
      after: { status: 'approved', count: ids.length, ids },
    } as const
    if (ids.length > 0) await record(tx, by, entry, now)
    return ids.length
  })
}
