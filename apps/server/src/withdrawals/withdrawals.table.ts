import { sql } from 'drizzle-orm'
import { bigint, char, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { WithdrawalStatus } from '@portico/contract/withdrawals'
import { accounts } from '../accounts/accounts.table.ts'

export const withdrawals = pgTable(
  'withdrawals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    withdrawalNo: text('withdrawal_no').notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    feeAmount: bigint('fee_amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    method: text('method').notNull(),
    destination: text('destination').notNull(),
    status: text('status').$type<WithdrawalStatus>().notNull().default('requested'),
    reason: text('reason'),
    proof: text('proof'),
    approvedBy: bigint('approved_by', { mode: 'number' }).references(() => accounts.id),
    /** Who paid or rejected it; null: nobody yet, or the member cancelled. */
    closedBy: bigint('closed_by', { mode: 'number' }).references(() => accounts.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    approvedAt: timestamp('approved_at', { withTimezone: true }),
    closedAt: timestamp('closed_at', { withTimezone: true }),
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
