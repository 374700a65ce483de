import type { DisputeStatus } from '@portico/contract/disputes-admin'
import { sql } from 'drizzle-orm'
import { char, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time } from '../db/columns.ts'
import { paymentMethods, paymentReceipts } from '../payments/payments.table.ts'

/** Disputes of payments, as their gateways report them. What a dispute takes is a reversal. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    disputeNo: text('dispute_no').notNull(),
    receiptId: ref('receipt_id', () => paymentReceipts.id).notNull(),
    status: text('status').$type<DisputeStatus>().notNull(),
    reason: text('reason').notNull(),
    amount: money('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Until when we can answer. */
    deadline: time('deadline'),
    openedAt: time('opened_at').notNull(),
    changedAt: time('changed_at').notNull(),
    /** The gateway's time of the newest report. Older ones change nothing. */
    reportedAt: time('reported_at').notNull(),
    note: text('note'),
    notedBy: ref('noted_by', () => accounts.id),
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
