import { and, eq, inArray } from 'drizzle-orm'
import { type WithdrawalAction, withdrawalActions, type WithdrawalStatus } from '@portico/contract/withdrawals'
import type { Actor } from '../actor.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { type Leg, post } from '../ledger/post.ts'
import { type WithdrawalRow, withdrawals } from './withdrawals.table.ts'

/** Locks a withdrawal by its number. Throws `withdrawal.not_found`. */
export async function lockWithdrawal(tx: Tx, withdrawalNo: string): Promise<WithdrawalRow> {
  const [withdrawal] = await tx.select().from(withdrawals).where(eq(withdrawals.withdrawalNo, withdrawalNo)).for('update')
  if (!withdrawal) throw new AppError('withdrawal.not_found')
  return withdrawal
}

type Move = { action: WithdrawalAction; at: Date; reason?: string; proof?: string }

/**
 * The only writer of a withdrawal's status, and of the postings that go with it. Throws `withdrawal.wrong_status` if the status does not
 * allow the action, also after a lost race.
 */
export async function moveWithdrawal(
  tx: Tx,
  { accountId: byAccountId }: Actor,
  withdrawal: WithdrawalRow,
  { action, at, ...words }: Move,
): Promise<WithdrawalRow> {
  const { from, to } = withdrawalActions[action]
  const closedBy = action === 'cancel' ? null : byAccountId
  const facts = action === 'approve' ? { approvedBy: byAccountId, approvedAt: at } : { closedBy, closedAt: at }
  const [moved] = await tx
    .update(withdrawals)
    .set({ ...words, ...facts, status: to })
    .where(and(eq(withdrawals.id, withdrawal.id), inArray(withdrawals.status, [...from])))
    .returning()
  if (!moved) throw new AppError('withdrawal.wrong_status', { details: { status: withdrawal.status, action } })
  if (to !== 'approved') {
    const legs = legsOf(moved, to)
    const { accountId, currency, withdrawalNo: note } = moved
    // Locks commission first, as a request does, so that the two cannot deadlock.
    if (to !== 'paid') await lockAccount(tx, 'commission', accountId, currency)
    await post(tx, {
      kind: `withdrawal.${to}`,
      key: `withdrawal:${moved.id}:${to}`,
      withdrawalId: moved.id,
      currency,
      legs,
      note,
      byAccountId,
      at,
    })
  }
  return moved
}

function legsOf({ accountId: ownerId, amount, feeAmount }: WithdrawalRow, to: Exclude<WithdrawalStatus, 'requested' | 'approved'>): Leg[] {
  const released: Leg = { kind: 'held', ownerId, amount: -amount }
  if (to === 'paid') return [released, { kind: 'gateway', amount: amount - feeAmount }, { kind: 'revenue', amount: feeAmount }]
  return [released, { kind: 'commission', ownerId, amount }]
}
