import { sql } from 'drizzle-orm'
import { char, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StatementStatus } from '@portico/contract/statements-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time } from '../db/columns.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'

/** One payment of a statement. Importing the statement again finds the same row. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: id(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    reference: text('reference').notNull(),
    /** The text in the column for our number, at most 500 characters: the number, or a text around it. */
    attemptNo: text('attempt_no'),
    occurredAt: time('occurred_at').notNull(),
    amount: money('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** What the gateway kept of it; null: the statement does not say. */
    feeAmount: money('fee_amount'),
    status: text('status').$type<StatementStatus>().notNull(),
    /** Words of the statement for which an operator must look; a line that is booked already waits for a note. */
    doubt: text('doubt'),
    /** When an operator noted something about a doubt in a line that is booked. */
    notedAt: time('noted_at'),
    /** What the line was matched with. Each receipt or attempt explains one line. */
    receiptId: ref('receipt_id', () => paymentReceipts.id),
    attemptId: ref('attempt_id', () => paymentAttempts.id),
    /** What an operator assigned it to: an order, or a member's balance. */
    tradeNo: text('trade_no'),
    accountId: ref('account_id', () => accounts.id),
    note: text('note'),
    importedBy: ref('imported_by', () => accounts.id).notNull(),
    importedAt: time('imported_at').notNull(),
    closedBy: ref('closed_by', () => accounts.id),
    closedAt: time('closed_at'),
  },
  (t) => [
    uniqueIndex('statement_lines_reference').on(t.methodId, t.reference),
    uniqueIndex('statement_lines_receipt').on(t.receiptId),
    uniqueIndex('statement_lines_attempt').on(t.attemptId),
    index('statement_lines_status').on(t.status, t.id),
    index('statement_lines_doubt')
      .on(t.id)
      .where(sql`doubt is not null and noted_at is null`),
    index('statement_lines_order')
      .on(t.tradeNo)
      .where(sql`trade_no is not null`),
    index('statement_lines_fees')
      .on(t.occurredAt, t.id)
      .where(sql`fee_amount is not null`),
    check('statement_lines_amount', sql`amount > 0`),
    check('statement_lines_closed', sql`(status in ('assigned', 'ignored', 'confirmed')) = (closed_at is not null)`),
    check('statement_lines_note', sql`(status in ('assigned', 'ignored')) = (note is not null)`),
  ],
)
export type StatementLineRow = typeof statementLines.$inferSelect
