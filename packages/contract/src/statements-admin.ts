import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { TradeNo } from './orders.ts'
import { PaymentOutcome } from './orders-admin.ts'
import { IdParams, NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { Address } from './personal.ts'

/**
 * `matched`: booked before. `booked`: the import booked a missed payment. `unmatched`: waits for an operator, who makes it
 * `confirmed`, `assigned` or `ignored`.
 */
export const StatementStatus = z.enum(['matched', 'booked', 'unmatched', 'confirmed', 'assigned', 'ignored'])
export type StatementStatus = z.infer<typeof StatementStatus>

/** `number`: the line names it. `declared`: the member sent the line's reference. `amount`: the same amount within a day. */
export const MatchReason = z.enum(['number', 'declared', 'amount'])
export type MatchReason = z.infer<typeof MatchReason>
/**
 * What confirming does. `linked`: already booked, so no money moves. `paid_again`: the order already received money, so the amount
 * goes to the member's balance. The others are outcomes of any payment.
 */
export const MatchEffect = z.enum(['linked', ...PaymentOutcome.options, 'same_number', 'account_closed', 'paid_again'])
export type MatchEffect = z.infer<typeof MatchEffect>

/** A payment that a line may match. */
export const StatementSuggestion = z.object({
  /** Our number of the payment. */
  attempt_no: z.string(),
  trade_no: TradeNo,
  email: Address,
  /** The expected amount. */
  amount: Amount,
  currency: Currency,
  /** The best first. */
  reasons: z.array(MatchReason),
  effect: MatchEffect,
})
export type StatementSuggestion = z.infer<typeof StatementSuggestion>

/** One payment in a gateway's or bank's statement. */
export const StatementLine = z.object({
  id: z.int(),
  method_id: z.int(),
  method_name: z.string(),
  /** The statement's own number; unique per method. */
  reference: z.string(),
  /** The text in the column for our number. */
  attempt_no: z.nullable(z.string()),
  occurred_at: Time,
  amount: Amount,
  currency: Currency,
  status: StatementStatus,
  trade_no: z.nullable(TradeNo),
  /** E-mail of the member it was assigned to. */
  email: z.nullable(Address),
  note: z.nullable(z.string()),
  /** What the statement says that keeps the line from being decided automatically, such as `Refunded`; null: nothing. */
  doubt: z.nullable(z.string()),
  /** For a waiting line: possible payments, best match first. */
  suggestions: z.array(StatementSuggestion),
})
export type StatementLine = z.infer<typeof StatementLine>

const note = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

export const adminListStatementLines = endpoint({
  method: 'GET',
  path: '/admin/statements',
  access: ['money.read'],
  summary: 'Lines of imported statements, newest first',
  query: z.object({ ...pageQuery, status: z.optional(StatementStatus), method_id: z.optional(NumberText) }),
  /** `waiting`: lines of all methods that wait for an operator, regardless of the filter. */
  response: z.object({ ...pageOf(StatementLine).shape, waiting: z.int() }),
})
export const adminConfirmStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/confirmation',
  access: ['money.book'],
  summary: 'Confirm a suggestion for a waiting line; refused if it would no longer have the effect shown',
  params: IdParams,
  body: z.object({ attempt_no: z.string().check(z.maxLength(62)), effect: MatchEffect }),
  response: StatementLine,
})
export const adminAssignStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/assignment',
  access: ['money.book'],
  summary: 'Assign an unmatched payment to a pending order or to a member’s balance',
  params: IdParams,
  body: z.object({ trade_no: z.optional(TradeNo), email: z.optional(z.email()), note }),
  response: StatementLine,
})
export const adminIgnoreStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/dismissal',
  access: ['money.book'],
  summary: 'Record why an unmatched line is not ours',
  params: IdParams,
  body: z.object({ note }),
  response: StatementLine,
})
