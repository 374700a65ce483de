import * as z from 'zod/mini'
import { endpoint, MEGABYTE } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { TradeNo } from './orders.ts'
import { ReceiptOutcome } from './orders-admin.ts'
import { IdParams, NumberText, pageOf, pageQuery, Time } from './paging.ts'

/**
 * `matched`: booked before. `booked`: its payment had been missed and was booked by the import. `unmatched` waits for an operator,
 * who makes it `confirmed`, `assigned` or `ignored`.
 */
export const StatementStatus = z.enum(['matched', 'booked', 'unmatched', 'confirmed', 'assigned', 'ignored'])
export type StatementStatus = z.infer<typeof StatementStatus>

/** `number`: the line names it. `declared`: the member told us the line's reference. `amount`: the same amount within a day. */
export const MatchReason = z.enum(['number', 'declared', 'amount'])
export type MatchReason = z.infer<typeof MatchReason>
/**
 * What confirming would do. `linked`: it is booked already, and no money moves. `paid_again`: something came in for the order
 * before, so the amount goes to the member's balance. The others are outcomes of any payment.
 */
export const MatchEffect = z.enum(['linked', ...ReceiptOutcome.options, 'paid_again'])
export type MatchEffect = z.infer<typeof MatchEffect>

/** A payment that a line may be about. */
export const StatementSuggestion = z.object({
  /** Our number of the payment. */
  attempt_no: z.string(),
  trade_no: TradeNo,
  email: z.string(),
  /** What the payment was to be. */
  amount: Amount,
  currency: Currency,
  /** The best first. */
  reasons: z.array(MatchReason),
  effect: MatchEffect,
})
export type StatementSuggestion = z.infer<typeof StatementSuggestion>

/** One payment as a gateway's or bank's statement lists it. */
export const StatementLine = z.object({
  id: z.int(),
  method_id: z.int(),
  method_name: z.string(),
  /** The statement's own number: once for each method. */
  reference: z.string(),
  /** What the column for our number says. */
  attempt_no: z.nullable(z.string()),
  occurred_at: Time,
  amount: Amount,
  currency: Currency,
  status: StatementStatus,
  trade_no: z.nullable(TradeNo),
  /** E-mail of the member it was given to. */
  email: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** For a line that waits: what it may be about, the best founded first. */
  suggestions: z.array(StatementSuggestion),
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
  /** Says whether money came or went; absent: a column with a usual heading, if there is one. */
  direction: z.optional(z.string().check(z.maxLength(60))),
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
    /** Absent: columns headed date, amount, currency, reference, number and direction. */
    mapping: z.optional(StatementMapping),
  }),
  /** `skipped`: no money came, as with fees and refunds. */
  response: z.object({ lines: z.int(), skipped: z.int(), repeated: z.int(), matched: z.int(), booked: z.int(), unmatched: z.int() }),
})
export const adminListStatementLines = endpoint({
  method: 'GET',
  path: '/admin/statements',
  access: ['money.read'],
  summary: 'Lines of imported statements, newest first',
  query: z.object({ ...pageQuery, status: z.optional(StatementStatus), method_id: z.optional(NumberText) }),
  /** `waiting`: lines of all methods that wait for an operator, whatever the filter. */
  response: z.object({ ...pageOf(StatementLine).shape, waiting: z.int() }),
})
export const adminConfirmStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/confirmation',
  access: ['money.book'],
  summary: 'Confirm a suggestion for a line that waits; refused when it would no longer do what was shown',
  params: IdParams,
  body: z.object({ attempt_no: z.string().check(z.maxLength(62)), effect: MatchEffect }),
  response: StatementLine,
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
