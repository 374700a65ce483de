import type { Database } from '../db/client.ts'
import type { Caller } from '../actor.ts'
import { lockWithdrawal, moveWithdrawal } from './move-withdrawal.ts'
import type { WithdrawalRow } from './withdrawals.table.ts'

/** A member takes back his own request that nobody has approved; the amount is commission again. */
export function cancelWithdrawal({ transaction }: Database, { accountId }: Caller, withdrawalNo: string, at: Date): Promise<WithdrawalRow> {
  return transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalNo, accountId)
    return moveWithdrawal(tx, withdrawal, 'cancel', { byAccountId: accountId, at })
  })
}
