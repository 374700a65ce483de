import { sql } from 'drizzle-orm'
import { bigint, boolean, char, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type {
  ImportState,
  RowProblem,
  RowState,
  StatementChoices,
  StatementQuestion,
  StatementReading,
  StatementSum,
} from '@portico/contract/statement-imports-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea } from '../db/columns.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { statementLines } from './statements.table.ts'

/** Facts of a file besides its rows. */
export type Summary = {
  reading: StatementReading
  headings: string[]
  questions: StatementQuestion[]
  missing: ('date' | 'amount')[]
  payments: number
  sumsIn: StatementSum[]
  sumsOut: StatementSum[]
  firstDay: string | null
  lastDay: string | null
}

/** One uploaded statement, kept for ninety days. */
export const statementImports = pgTable(
  'statement_imports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    fileName: text('file_name').notNull(),
    file: bytea('file').notNull(),
    fileHash: bytea('file_hash').notNull(),
    choices: jsonb('choices').$type<StatementChoices>().notNull(),
    summary: jsonb('summary').$type<Summary>().notNull(),
    state: text('state').$type<ImportState>().notNull().default('prepared'),
    /** Who uploaded it, chose its reading, or started it last. */
    byAccountId: bigint('by_account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (t) => [
    index('statement_imports_file').on(t.methodId, t.fileHash),
    index('statement_imports_created').on(t.createdAt),
    check('statement_imports_finished', sql`(state in ('done', 'cancelled')) = (finished_at is not null)`),
  ],
)
export type StatementImportRow = typeof statementImports.$inferSelect

/** One line of an uploaded statement, as it was read. */
export const statementRows = pgTable(
  'statement_rows',
  {
    importId: bigint('import_id', { mode: 'number' })
      .notNull()
      .references(() => statementImports.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    text: text('text').notNull(),
    state: text('state').$type<RowState>().notNull(),
    problem: text('problem').$type<RowProblem>(),
    /** The payment, in five columns; null: none could be read. */
    occurredAt: timestamp('occurred_at', { withTimezone: true }),
    amount: bigint('amount', { mode: 'number' }),
    currency: char('currency', { length: 3 }),
    reference: text('reference'),
    attemptNo: text('attempt_no'),
    doubt: text('doubt'),
    feeAmount: bigint('fee_amount', { mode: 'number' }),
    /** Line of the statement books; null: not stored. */
    lineId: bigint('line_id', { mode: 'number' }),
    /** true: this import stored the line. */
    isNew: boolean('is_new').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    foreignKey({ name: 'statement_rows_line_id_fk', columns: [t.lineId], foreignColumns: [statementLines.id] }),
    index('statement_rows_state').on(t.importId, t.state, t.line),
    index('statement_rows_line')
      .on(t.lineId)
      .where(sql`line_id is not null`),
    check('statement_rows_problem', sql`(state in ('skipped', 'refused')) = (problem is not null)`),
  ],
)
export type StatementRowRow = typeof statementRows.$inferSelect
