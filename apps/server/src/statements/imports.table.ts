import { sql } from 'drizzle-orm'
import { boolean, char, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type {
  ImportState,
  RowProblem,
  RowState,
  StatementChoices,
  StatementQuestion,
  StatementReading,
  StatementSum,
} from '@portico/contract/statements-imports-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, id, money, ref, time, whole } from '../db/columns.ts'
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
    id: id(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    fileName: text('file_name').notNull(),
    file: bytea('file').notNull(),
    fileHash: bytea('file_hash').notNull(),
    choices: jsonb('choices').$type<StatementChoices>().notNull(),
    summary: jsonb('summary').$type<Summary>().notNull(),
    state: text('state').$type<ImportState>().notNull().default('prepared'),
    /** Who uploaded it, chose how to read it, or started it last. */
    byAccountId: ref('by_account_id', () => accounts.id).notNull(),
    createdAt: time('created_at').notNull(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
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
    importId: ref('import_id', () => statementImports.id, { onDelete: 'cascade' }).notNull(),
    line: integer('line').notNull(),
    text: text('text').notNull(),
    state: text('state').$type<RowState>().notNull(),
    problem: text('problem').$type<RowProblem>(),
    /** These five: null where no payment could be read. */
    occurredAt: time('occurred_at'),
    amount: money('amount'),
    currency: char('currency', { length: 3 }),
    reference: text('reference'),
    attemptNo: text('attempt_no'),
    doubt: text('doubt'),
    feeAmount: money('fee_amount'),
    /** The line of the statement books, once it is stored there. */
    lineId: whole('line_id'),
    /** This import stored it. */
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
