import type { Caller } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockWithdrawal, moveWithdrawal } from './move-withdrawal.ts'
import type { WithdrawalRow } from './withdrawals.table.ts'

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
