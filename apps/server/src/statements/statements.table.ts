import { sql } from 'drizzle-orm'
import { bigint, char, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StatementStatus } from '@portico/contract/statements-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'

/** One payment of a statement. Importing the statement again finds the same row. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    reference: text('reference').notNull(),
    /** The text in the column for our number, at most 500 characters: the number, or a text around it. */
    attemptNo: text('attempt_no'),
    occurredAt: timestamp('occurred_at', { withTimezone: true }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Amount the gateway kept; null: not stated. */
    feeAmount: bigint('fee_amount', { mode: 'number' }),
    status: text('status').$type<StatementStatus>().notNull(),
    /** Words of the statement for which an operator must look; a line that is booked already waits for a note. */
    doubt: text('doubt'),
    /** When an operator noted something about a booked line's doubt. */
    notedAt: timestamp('noted_at', { withTimezone: true }),
    /** Matched receipt and attempt, each for one line. */
    receiptId: bigint('receipt_id', { mode: 'number' }).references(() => paymentReceipts.id),
    attemptId: bigint('attempt_id', { mode: 'number' }).references(() => paymentAttempts.id),
    /** Where an operator assigned it: an order, or a member's balance. */
    tradeNo: text('trade_no'),
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    note: text('note'),
    importedBy: bigint('imported_by', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
    closedBy: bigint('closed_by', { mode: 'number' }).references(() => accounts.id),
    closedAt: timestamp('closed_at', { withTimezone: true }),
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
