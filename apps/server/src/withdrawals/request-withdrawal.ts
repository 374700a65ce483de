import { holdSession } from '../accounts/hold-session.ts'
import { writtenRow } from '../db/written-row.ts'
import type { Settings } from '@portico/contract/settings-admin'
import { withdrawalFee } from '@portico/contract/withdrawals'
import type { Caller } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { refuseHeld } from './access-hold.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { post } from '../ledger/post.ts'
import { newTradeNo } from '../orders/place-order.ts'
import { type WithdrawalRow, withdrawals } from './withdrawals.table.ts'

/**
 * Requests a payout of commission, and holds the amount so that it cannot be spent twice. The session is fresh. Throws
 * `withdrawal.closed`, `withdrawal.held`, 422 with the field, or `commission.insufficient`.
 */
export async function requestWithdrawal(
  { transaction }: Database,
  by: Caller,
  input: { amount: number; method: string; destination: string },
  { now: at, settings }: Context,
): Promise<WithdrawalRow> {
  checkTerms(input, settings)
  const { accountId } = by
  const currency = settings['site.currency']
  const feeAmount = withdrawalFee(input.amount, settings['withdrawal.fee_percent'])
  return transaction(async (tx) => {
    await holdSession(tx, by)
    await refuseHeld(tx, accountId, settings, at)
    if ((await lockAccount(tx, 'commission', accountId, currency)) < input.amount) throw new AppError('commission.insufficient')
    const values = { ...input, accountId, feeAmount, currency, withdrawalNo: newTradeNo(at), createdAt: at }
    const withdrawal = writtenRow(await tx.insert(withdrawals).values(values).returning())
    const legs = [
      { kind: 'commission', ownerId: accountId, amount: -input.amount } as const,
      { kind: 'held', ownerId: accountId, amount: input.amount } as const,
    ]
    const { id, withdrawalNo: note } = withdrawal
    const key = `withdrawal:${id}:requested`
    await post(tx, { kind: 'withdrawal.requested', key, withdrawalId: id, currency, legs, note, byAccountId: accountId, at })
    return withdrawal
  })
}

function checkTerms({ amount, method }: { amount: number; method: string }, settings: Settings): void {
  if (!settings['withdrawal.enabled']) throw new AppError('withdrawal.closed')
  if (!settings['withdrawal.methods'].includes(method)) {
    throw new AppError('withdrawal.method_unknown', { fields: { withdraw_method: 'withdrawal.method_unknown' } })
  }
  // Something must be left after the fee.
  const left = amount - withdrawalFee(amount, settings['withdrawal.fee_percent'])
  if (amount < settings['withdrawal.min'] || left <= 0) {
    throw new AppError('withdrawal.below_minimum', {
      details: { min_amount: settings['withdrawal.min'] },
      fields: { amount: 'withdrawal.below_minimum' },
    })
  }
}
