import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { Currency } from './money.ts'
import { Day, IdParams, NumberText, pageOf, pageQuery, Time } from './paging.ts'

/** `prepared`: read, and nothing is booked yet. A `cancelled` import can be started again for the lines that are left. */
export const ImportState = z.enum(['prepared', 'running', 'done', 'cancelled'])
export type ImportState = z.infer<typeof ImportState>

export const StatementEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'])
export type StatementEncoding = z.infer<typeof StatementEncoding>
export const StatementSeparator = z.enum(['comma', 'semicolon', 'tab', 'pipe'])
export type StatementSeparator = z.infer<typeof StatementSeparator>
export const DecimalSign = z.enum(['point', 'comma'])
export type DecimalSign = z.infer<typeof DecimalSign>
/** Of dates whose year is not first. */
export const DateOrder = z.enum(['day_first', 'month_first'])
export type DateOrder = z.infer<typeof DateOrder>

/** A place in the line, counted from 0; null: there is no such column. */
const Place = z.nullable(z.int().check(z.gte(0), z.lte(200)))
/** Where each thing stands. An amount stands in one column, or money in and money out have their own. */
export const StatementColumns = z.object({
  date: Place,
  /** Where the time has its own column. */
  time: Place,
  zone: Place,
  amount: Place,
  money_in: Place,
  money_out: Place,
  currency: Place,
  direction: Place,
  /** Whether the payment was completed. */
  status: Place,
  /** What of the amount went back. */
  refunded: z.optional(Place),
  /** What the gateway kept of the amount. */
  fee: z.optional(Place),
  /** The statement's own number of a payment; null: one is made from date, amount and texts. */
  reference: Place,
  /** Where our number may stand, alone or in a text. */
  texts: z.array(z.int().check(z.gte(0), z.lte(200))).check(z.maxLength(12)),
})
export type StatementColumns = z.infer<typeof StatementColumns>

/** How a file is read. */
export const StatementReading = z.object({
  encoding: StatementEncoding,
  separator: StatementSeparator,
  decimal: DecimalSign,
  date_order: DateOrder,
  /** The line with the headings, counted from 1. */
  heading_line: z.int().check(z.gte(1), z.lte(1000)),
  columns: StatementColumns,
})
export type StatementReading = z.infer<typeof StatementReading>

/** What the operator chose instead of what was detected. */
export const StatementChoices = z.partial(StatementReading)
export type StatementChoices = z.infer<typeof StatementChoices>

/** What the file does not say by itself: the operator chooses. `example`: a cell that can be read both ways; of `number`, the column with our number, empty. */
export const StatementQuestion = z.object({ about: z.enum(['decimal', 'date_order', 'number']), example: z.string() })
export type StatementQuestion = z.infer<typeof StatementQuestion>

const Sum = z.object({ currency: Currency, amount: z.int() })
export type StatementSum = z.infer<typeof Sum>

/**
 * `waiting` and `compared` are still to be decided. `open`: now a line that waits for an operator. `repeated`: imported before.
 * `skipped`: no money in. `refused`: cannot be read.
 */
export const RowState = z.enum(['waiting', 'compared', 'matched', 'booked', 'open', 'repeated', 'skipped', 'refused'])
export type RowState = z.infer<typeof RowState>

/** Why a line is skipped (the first six) or refused. `refund`: a line about money that went back; its payment asks. `number_reused`: another payment has the same statement number. */
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
  /** The cells of the heading line. */
  headings: z.array(z.string()),
  questions: z.array(StatementQuestion),
  /** Columns without which nothing can be read. */
  missing: z.array(z.enum(['date', 'amount'])),
  sums_in: z.array(Sum),
  sums_out: z.array(Sum),
  /** Of the payments, in the site's time zone; null: there are none. */
  first_day: z.nullable(Day),
  last_day: z.nullable(Day),
  /** Lines with money in. */
  payments: z.int(),
  /** How many lines are in each state. */
  counts: z.record(RowState, z.int()),
  /** From 0 to 100. */
  progress: z.int(),
  /** When the same file was started before; null: never. */
  imported_before: z.nullable(Time),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type StatementImport = z.infer<typeof StatementImport>

/** One line of a file. */
export const StatementRow = z.object({
  /** As an editor counts it. */
  line: z.int(),
  /** What the file says, 300 characters at most. */
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
  params: IdParams,
  response: StatementImport,
})
export const adminReadStatementAgain = endpoint({
  method: 'PATCH',
  path: '/admin/statement-imports/:id',
  access: ['money.book'],
  summary: 'Choose how a prepared statement is read; what is not chosen is detected',
  params: IdParams,
  body: StatementChoices,
  response: StatementImport,
})
export const adminListStatementRows = endpoint({
  method: 'GET',
  path: '/admin/statement-imports/:id/rows',
  access: ['money.read'],
  summary: 'The lines of a statement with what became of each',
  params: IdParams,
  query: z.object({ ...pageQuery, state: z.optional(RowState) }),
  response: pageOf(StatementRow),
})
export const adminStartStatementImport = endpoint({
  method: 'POST',
  path: '/admin/statement-imports/:id/start',
  access: ['money.book'],
  summary: 'Compare a prepared or cancelled statement with the books; a job does it. May be called twice',
  params: IdParams,
  response: StatementImport,
})
export const adminCancelStatementImport = endpoint({
  method: 'POST',
  path: '/admin/statement-imports/:id/cancellation',
  access: ['money.book'],
  summary: 'Stop a running import; what is booked stays',
  params: IdParams,
  response: StatementImport,
})
