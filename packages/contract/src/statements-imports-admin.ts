import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { Currency } from './money.ts'
import { Day, NumberText, pageOf, pageQuery, Time } from './paging.ts'

/** State of an import. `prepared`: the file is read, nothing is booked. `cancelled`: can be started again for the remaining lines. */
export const ImportState = z.enum(['prepared', 'running', 'done', 'cancelled'])
export type ImportState = z.infer<typeof ImportState>

export const StatementEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'])
export type StatementEncoding = z.infer<typeof StatementEncoding>
export const StatementSeparator = z.enum(['comma', 'semicolon', 'tab', 'pipe'])
export type StatementSeparator = z.infer<typeof StatementSeparator>
export const DecimalSign = z.enum(['point', 'comma'])
export type DecimalSign = z.infer<typeof DecimalSign>
/** Order of day and month in dates that do not start with the year. */
export const DateOrder = z.enum(['day_first', 'month_first'])
export type DateOrder = z.infer<typeof DateOrder>

/** Number of a column, from 0; null: the file lacks it. */
const Place = z.nullable(z.int().check(z.gte(0), z.lte(200)))
/** Column of each value. Amounts stand in `amount`, or in one column for money in and one for money out. */
export const StatementColumns = z.object({
  date: Place,
  /** Column of the time, if it is not in the date's. */
  time: Place,
  zone: Place,
  amount: Place,
  money_in: Place,
  money_out: Place,
  currency: Place,
  direction: Place,
  /** Column that says whether the payment was completed. */
  status: Place,
  /** Column of the part of the amount that was sent back. */
  refunded: z.optional(Place),
  /** Column of the part of the amount that the gateway kept. */
  fee: z.optional(Place),
  /** Column of the statement's own payment number; null: one is made from date, amount and texts. */
  reference: Place,
  /** Columns where our payment number may stand, alone or within a text. */
  texts: z.array(z.int().check(z.gte(0), z.lte(200))).check(z.maxLength(12)),
})
export type StatementColumns = z.infer<typeof StatementColumns>

/** How a file is read. */
export const StatementReading = z.object({
  encoding: StatementEncoding,
  separator: StatementSeparator,
  decimal: DecimalSign,
  date_order: DateOrder,
  /** Line with the column headings, counted from 1. */
  heading_line: z.int().check(z.gte(1), z.lte(1000)),
  columns: StatementColumns,
})
export type StatementReading = z.infer<typeof StatementReading>

/** Parts of the reading that the operator set, in place of the detected ones. */
export const StatementChoices = z.partial(StatementReading)
export type StatementChoices = z.infer<typeof StatementChoices>

/**
 * A question about the file that only the operator can answer. `example`: an ambiguous cell. For `number` (which column has our number) it
 * is empty.
 */
export const StatementQuestion = z.object({ about: z.enum(['decimal', 'date_order', 'number']), example: z.string() })
export type StatementQuestion = z.infer<typeof StatementQuestion>

const Sum = z.object({ currency: Currency, amount: z.int() })
export type StatementSum = z.infer<typeof Sum>

/**
 * State of a line. `waiting`, `compared`: not decided yet. `open`: waits for an operator. `repeated`: imported before. `skipped`: not money
 * in. `refused`: cannot be read.
 */
export const RowState = z.enum(['waiting', 'compared', 'matched', 'booked', 'open', 'repeated', 'skipped', 'refused'])
export type RowState = z.infer<typeof RowState>

/**
 * Why a line is skipped (the first six) or refused. `refund`: money sent back; the refunded payment raises the question. `number_reused`:
 * another payment has this statement number.
 */
export const RowProblem = z.enum([
  'not_a_payment',
  'no_amount',
  'outgoing',
  'neutral',
  'not_completed',
  'refund',
  'date',
  'amount',
  'currency',
  'direction',
  'quotes',
  'columns',
  'number_reused',
])
export type RowProblem = z.infer<typeof RowProblem>

export const StatementImport = z.object({
  id: z.int(),
  method_id: z.int(),
  method_name: z.string(),
  file_name: z.string(),
  state: ImportState,
  reading: StatementReading,
  /** Cells of the heading line. */
  headings: z.array(z.string()),
  questions: z.array(StatementQuestion),
  /** Missing columns without which the file cannot be read. */
  missing: z.array(z.enum(['date', 'amount'])),
  sums_in: z.array(Sum),
  sums_out: z.array(Sum),
  /** First and last day of the payments, in the site's time zone; null: there are none. */
  first_day: z.nullable(Day),
  last_day: z.nullable(Day),
  /** Number of lines with money in. */
  payments: z.int(),
  /** Number of lines in each state. */
  counts: z.record(RowState, z.int()),
  /** Percent, from 0 to 100. */
  progress: z.int(),
  /** When the same file was imported before; null: never. */
  imported_before: z.nullable(Time),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type StatementImport = z.infer<typeof StatementImport>

/** One line of a file. */
export const StatementRow = z.object({
  /** Line number, from 1, as an editor shows it. */
  line: z.int(),
  /** Text of the line, cut to 300 characters. */
  text: z.string(),
  state: RowState,
  problem: z.nullable(RowProblem),
  occurred_at: z.nullable(Time),
  amount: z.nullable(z.int()),
  currency: z.nullable(Currency),
})
export type StatementRow = z.infer<typeof StatementRow>

export const MAX_STATEMENT_BYTES = 5 * MEGABYTE

export const adminUploadStatement = endpoint({
  method: 'POST',
  path: '/admin/statement-imports',
  access: ['money.book'],
  summary: 'Upload a statement and see how it is read; nothing is booked yet',
  upload: true,
  maxBytes: MAX_STATEMENT_BYTES,
  query: z.object({ method_id: NumberText }),
  response: StatementImport,
})
export const adminListStatementImports = endpoint({
  method: 'GET',
  path: '/admin/statement-imports',
  access: ['money.read'],
  summary: 'Imported statements of the last ninety days, newest first',
  query: z.object(pageQuery),
  response: pageOf(StatementImport),
})
export const adminGetStatementImport = endpoint({
  method: 'GET',
  path: '/admin/statement-imports/:id',
  access: ['money.read'],
  summary: 'How a statement is read, and how far its import is',
  response: StatementImport,
})
export const adminReadStatementAgain = endpoint({
  method: 'PATCH',
  path: '/admin/statement-imports/:id',
  access: ['money.book'],
  summary: 'Choose how a prepared statement is read; what is not chosen is detected',
  body: StatementChoices,
  response: StatementImport,
})
export const adminListStatementRows = endpoint({
  method: 'GET',
  path: '/admin/statement-imports/:id/rows',
  access: ['money.read'],
  summary: 'The lines of a statement with what became of each',
  query: z.object({ ...pageQuery, state: z.optional(RowState) }),
  response: pageOf(StatementRow),
})
export const adminStartStatementImport = endpoint({
  method: 'POST',
  path: '/admin/statement-imports/:id/start',
  access: ['money.book'],
  summary: 'Compare a prepared or cancelled statement with the books; a job does it. May be called twice',
  response: StatementImport,
})
export const adminCancelStatementImport = endpoint({
  method: 'POST',
  path: '/admin/statement-imports/:id/cancellation',
  access: ['money.book'],
  summary: 'Stop a running import; what is booked stays',
  response: StatementImport,
})
