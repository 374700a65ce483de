import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { TradeNo } from './orders.ts'
import { IdParams, NumberText, pageOf, pageQuery, Time } from './paging.ts'

/**
 * `matched`: booked before. `booked`: its payment had been missed and was booked by the import. `unmatched` waits for an operator,
 * who makes it `assigned` or `ignored`.
 */
export const StatementStatus = z.enum(['matched', 'booked', 'unmatched', 'assigned', 'ignored'])
export type StatementStatus = z.infer<typeof StatementStatus>

/** One payment as a gateway's or bank's statement lists it. */
export const StatementLine = z.object({
  id: z.int(),
  method_id: z.int(),
  method_name: z.string(),
  /** The statement's own number: once for each method. */
  reference: z.string(),
  /** Our number, where the statement names it. */
  attempt_no: z.nullable(z.string()),
  occurred_at: Time,
  amount: Amount,
  currency: Currency,
  status: StatementStatus,
  trade_no: z.nullable(TradeNo),
  /** E-mail of the member it was given to. */
  email: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type StatementLine = z.infer<typeof StatementLine>

/** Which column says what, by its heading. */
export const StatementMapping = z.object({
  date: z.string().check(z.minLength(1), z.maxLength(60)),
  amount: z.string().check(z.minLength(1), z.maxLength(60)),
  reference: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Absent: what the method charges in. */
  currency: z.optional(z.string().check(z.maxLength(60))),
  number: z.optional(z.string().check(z.maxLength(60))),
})
export type StatementMapping = z.infer<typeof StatementMapping>

const note = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

export const adminImportStatement = endpoint({
  method: 'POST',
  path: '/admin/statements',
  access: ['money.book'],
  summary: 'Compare a statement (CSV) with what was booked; lines that were imported before change nothing',
  maxBytes: MEGABYTE,
  body: z.object({
    method_id: z.int(),
    csv: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
    /** Absent: columns headed date, amount, currency, reference and number. */
    mapping: z.optional(StatementMapping),
  }),
  /** `skipped`: not above zero, such as fees and refunds. */
  response: z.object({ lines: z.int(), skipped: z.int(), repeated: z.int(), matched: z.int(), booked: z.int(), unmatched: z.int() }),
})
export const adminListStatementLines = endpoint({
  method: 'GET',
  path: '/admin/statements',
  access: ['money.read'],
  summary: 'Lines of imported statements, newest first',
  query: z.object({ ...pageQuery, status: z.optional(StatementStatus), method_id: z.optional(NumberText) }),
  response: pageOf(StatementLine),
})
export const adminAssignStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/assignment',
  access: ['money.book'],
  summary: 'Say whose an unmatched payment is: an order that waits for just this, or a member’s balance',
  params: IdParams,
  body: z.object({ trade_no: z.optional(TradeNo), email: z.optional(z.email()), note }),
  response: StatementLine,
})
export const adminIgnoreStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/dismissal',
  access: ['money.book'],
  summary: 'Note why an unmatched line is none of ours',
  params: IdParams,
  body: z.object({ note }),
  response: StatementLine,
})
