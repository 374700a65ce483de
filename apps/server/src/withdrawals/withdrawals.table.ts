import { sql } from 'drizzle-orm'
import { char, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { WithdrawalStatus } from '@portico/contract/withdrawals'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time } from '../db/columns.ts'

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    withdrawalNo: text('withdrawal_no').notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    amount: money('amount').notNull(),
    feeAmount: money('fee_amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    method: text('method').notNull(),
    destination: text('destination').notNull(),
    status: text('status').$type<WithdrawalStatus>().notNull().default('requested'),
    reason: text('reason'),
    proof: text('proof'),
    approvedBy: ref('approved_by', () => accounts.id),
    /** Who paid or rejected it; null: the member cancelled it. */
    closedBy: ref('closed_by', () => accounts.id),
    createdAt: time('created_at').notNull(),
    approvedAt: time('approved_at'),
    closedAt: time('closed_at'),
  },
  (t) => [
    uniqueIndex('withdrawals_no').on(t.withdrawalNo),
    index('withdrawals_account').on(t.accountId, t.createdAt),
    index('withdrawals_created').on(t.createdAt, t.id),
    index('withdrawals_status').on(t.status, t.createdAt),
    check('withdrawals_amounts', sql`amount > 0 and fee_amount between 0 and amount - 1`),
    check('withdrawals_closed_has_time', sql`(status in ('paid', 'rejected', 'cancelled')) = (closed_at is not null)`),
    check('withdrawals_rejected_says_why', sql`status <> 'rejected' or reason is not null`),
    check('withdrawals_paid_has_proof', sql`status <> 'paid' or (proof is not null and approved_at is not null)`),
  ],
)
export type WithdrawalRow = typeof withdrawals.$inferSelect
