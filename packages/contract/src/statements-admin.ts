import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { TradeNo } from './order-status.ts'
import { PaymentOutcome } from './orders-admin.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { Address } from './personal.ts'

/**
 * State of a statement line. `matched`: its payment was booked before. `booked`: the import booked it. `unmatched`: waits for an operator,
 * who makes it `confirmed`, `assigned` or `ignored`.
 */
export const StatementStatus = z.enum(['matched', 'booked', 'unmatched', 'confirmed', 'assigned', 'ignored'])
export type StatementStatus = z.infer<typeof StatementStatus>

/**
 * Why a payment is suggested for a line. `number`: the line has its number. `declared`: the member sent the line's reference. `amount`:
 * same amount within a day.
 */
export const MatchReason = z.enum(['number', 'declared', 'amount'])
export type MatchReason = z.infer<typeof MatchReason>
/**
 * Effect of confirming a match. `linked`: already booked, no money moves. `paid_again`: the order was paid before, so the amount goes to
 * the balance. The others are outcomes as for any payment.
 */
export const MatchEffect = z.enum(['linked', ...PaymentOutcome.options, 'same_number', 'account_closed', 'paid_again'])
export type MatchEffect = z.infer<typeof MatchEffect>

/** A payment that a line may match. */
export const StatementSuggestion = z.object({
  /** Number of our payment attempt. */
  attempt_no: z.string(),
  trade_no: TradeNo,
  email: Address,
  /** Expected amount. */
  amount: Amount,
  currency: Currency,
  /** Reasons for the suggestion, strongest first. */
  reasons: z.array(MatchReason),
  effect: MatchEffect,
})
export type StatementSuggestion = z.infer<typeof StatementSuggestion>

/** One payment in a gateway's or bank's statement. */
export const StatementLine = z.object({
  id: z.int(),
  method_id: z.int(),
  method_name: z.string(),
  /** Payment number in the statement; unique per payment method. */
  reference: z.string(),
  /** Text in the column for our payment number. */
  attempt_no: z.nullable(z.string()),
  occurred_at: Time,
  amount: Amount,
  currency: Currency,
  status: StatementStatus,
  trade_no: z.nullable(TradeNo),
  /** E-mail address of the member the line was assigned to; null: none. */
  email: z.nullable(Address),
  note: z.nullable(z.string()),
  /** Text in the statement that forbids an automatic decision, such as `Refunded`; null: none. */
  doubt: z.nullable(z.string()),
  /** Payments that a waiting line may match, best match first. */
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
  body: z.object({ attempt_no: z.string().check(z.maxLength(62)), effect: MatchEffect }),
  response: StatementLine,
})
export const adminAssignStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/assignment',
  access: ['money.book'],
  summary: 'Assign an unmatched payment to a pending order or to a member’s balance',
  body: z.object({ trade_no: z.optional(TradeNo), email: z.optional(z.email()), note }),
  response: StatementLine,
})
export const adminIgnoreStatementLine = endpoint({
  method: 'POST',
  path: '/admin/statements/:id/dismissal',
  access: ['money.book'],
  summary: 'Record why an unmatched line is not ours',
  body: z.object({ note }),
  response: StatementLine,
})
