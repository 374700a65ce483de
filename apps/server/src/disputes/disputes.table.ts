import type { DisputeStatus } from '@portico/contract/disputes-admin'
import { sql } from 'drizzle-orm'
import { bigint, char, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { paymentMethods, paymentReceipts } from '../payments/payments.table.ts'

/** Disputes of payments, as their gateways report them. What a dispute takes is a reversal. */
export const disputes = pgTable(
  'disputes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    disputeNo: text('dispute_no').notNull(),
    receiptId: bigint('receipt_id', { mode: 'number' })
      .notNull()
      .references(() => paymentReceipts.id),
    status: text('status').$type<DisputeStatus>().notNull(),
    reason: text('reason').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Until when evidence can be sent; null: none is requested. */
    deadline: timestamp('deadline', { withTimezone: true }),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    /** The gateway's time of the newest report. Older ones change nothing. */
    reportedAt: timestamp('reported_at', { withTimezone: true }).notNull(),
    note: text('note'),
    notedBy: bigint('noted_by', { mode: 'number' }).references(() => accounts.id),
  },
  (t) => [
    uniqueIndex('disputes_no').on(t.methodId, t.disputeNo),
    index('disputes_receipt').on(t.receiptId),
    index('disputes_changed').on(t.changedAt),
    index('disputes_to_answer')
      .on(t.deadline)
      .where(sql`status in ('inquiry', 'needs_response')`),
    check('disputes_amount', sql`amount > 0`),
    check('disputes_deadline', sql`deadline is null or status in ('inquiry', 'needs_response')`),
  ],
)
export type DisputeRow = typeof disputes.$inferSelect
