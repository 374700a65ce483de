import { pendingClosing } from '../accounts/account-closing.ts'
import { holdSession } from '../accounts/hold-session.ts'
import { eq } from 'drizzle-orm'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import type { Settings } from '@portico/contract/settings-admin'
import { withdrawalFee } from '@portico/contract/withdrawals'
import type { Caller } from '../actor.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { refuseHeld } from './access-hold.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { post } from '../ledger/post.ts'
import { newTradeNo } from '../orders/place-order.ts'
import { type WithdrawalRow, withdrawals } from './withdrawals.table.ts'

/** `withdrawalNo` null: a new one. */
export type WithdrawalInput = { withdrawalNo: string | null; amount: number; method: string; destination: string }

/**
 * Requests a payout of commission, and holds the amount so that it cannot be spent twice. The session is fresh. A repeated `withdrawalNo`
 * returns the withdrawal it made. Throws `account.closing`, `withdrawal.closed`, `withdrawal.held`, `withdrawal.number_taken`, 422 with the
 * field, or `commission.insufficient`.
 */
export async function requestWithdrawal(
  { transaction }: Database,
  by: Caller,
  input: WithdrawalInput,
  { now: at, settings }: Context,
): Promise<WithdrawalRow> {
  const { accountId } = by
  const currency = settings['site.currency']
  const feeAmount = withdrawalFee(input.amount, settings['withdrawal.fee_percent'])
  return transaction(async (tx) => {
    await holdSession(tx, by)
    const available = await lockAccount(tx, 'commission', accountId, currency)
    const withdrawalNo = input.withdrawalNo ?? newTradeNo(at)
    const [known] = await tx.select().from(withdrawals).where(eq(withdrawals.withdrawalNo, withdrawalNo))
    if (known) return same(known, accountId, input)
    checkTerms(input, settings)
    await refuseHeld(tx, accountId, settings, at)
    if (await pendingClosing(tx, accountId)) throw new AppError('account.closing')
    if (available < input.amount) throw new AppError('commission.insufficient')
    const withdrawal = await insertWithdrawal(tx, { ...input, withdrawalNo, accountId, feeAmount, currency, createdAt: at })
    const legs = [
      { kind: 'commission', ownerId: accountId, amount: -input.amount } as const,
      { kind: 'held', ownerId: accountId, amount: input.amount } as const,
    ]
    const key = `withdrawal:${withdrawal.id}:requested`
    const cause = { key, withdrawalId: withdrawal.id, note: withdrawalNo, byAccountId: accountId, at }
    await post(tx, { ...cause, kind: 'withdrawal.requested', currency, legs })
    return withdrawal
  })
}

function same(known: WithdrawalRow, accountId: number, { amount, method, destination }: WithdrawalInput): WithdrawalRow {
  const isSame = known.accountId === accountId && known.amount === amount && known.method === method && known.destination === destination
  if (!isSame) throw new AppError('withdrawal.number_taken')
  return known
}

async function insertWithdrawal(tx: Tx, values: typeof withdrawals.$inferInsert): Promise<WithdrawalRow> {
  const isTaken = (error: unknown): boolean => isUniqueViolation(error, 'withdrawals_no')
  return writtenRow(await orRefuse(tx.insert(withdrawals).values(values).returning(), isTaken, new AppError('withdrawal.number_taken')))
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
