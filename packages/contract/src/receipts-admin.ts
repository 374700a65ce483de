import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { OrderStatus, TradeNo } from './order-status.ts'
import { ReceiptResolution, UnclearOutcome } from './orders-admin.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { AddressOf } from './personal.ts'

/** A payment that does not fit its order and waits for an operator. */
export const UnclearReceipt = z.object({
  id: z.int(),
  callback_no: z.string(),
  attempt_no: z.string(),
  trade_no: TradeNo,
  order_status: OrderStatus,
  account_id: z.int(),
  email: AddressOf('account_id'),
  method_name: z.string(),
  outcome: UnclearOutcome,
  /** The amount received, minus what the gateway took back. */
  amount: Amount,
  currency: Currency,
  expected_amount: Amount,
  expected_currency: Currency,
  /** Value in the order's currency; null: the payment's currency is wrong, so it can only be sent back. */
  value_amount: z.nullable(Amount),
  order_currency: Currency,
  /** true: the payment can settle the order, because it is enough, or because it may be the payment already booked. */
  can_settle: z.boolean(),
  /** What would be missing if it is accepted: `order_amount`, which the member owes, and `fee_amount`. null: it cannot be accepted. */
  shortfall: z.nullable(z.object({ order_amount: Amount, fee_amount: Amount })),
  resolution: z.nullable(ReceiptResolution),
  resolved_at: z.nullable(Time),
  note: z.nullable(z.string()),
  received_at: Time,
})
export type UnclearReceipt = z.infer<typeof UnclearReceipt>

const note = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const state = z.optional(z.enum(['open', 'done']))

export const adminListReceipts = endpoint({
  method: 'GET',
  path: '/admin/receipts',
  access: ['money.read'],
  summary: 'Payments that do not fit their order, newest first',
  query: z.object({ ...pageQuery, state }),
  response: pageOf(UnclearReceipt),
})
export const adminResolveReceipt = endpoint({
  method: 'POST',
  path: '/admin/receipts/:id/resolution',
  access: ['money.book'],
  summary: 'Resolve a payment that does not fit its order; only once',
  body: z.object({ resolution: ReceiptResolution, note }),
  response: UnclearReceipt,
})

export const ReversalCause = z.enum(['refund', 'chargeback'])
export type ReversalCause = z.infer<typeof ReversalCause>
/**
 * Effect of a reversal. `ours`: requested here. `failed`: requested here, failed after it was done. `order`, `balance`, `unallocated`:
 * taken from what the payment paid for. `none`: came before the payment was booked.
 */
export const ReversalOutcome = z.enum(['ours', 'failed', 'order', 'balance', 'unallocated', 'none'])
export type ReversalOutcome = z.infer<typeof ReversalOutcome>

/** Money that a gateway took back. */
export const Reversal = z.object({
  id: z.int(),
  reversal_no: z.string(),
  callback_no: z.string(),
  cause: ReversalCause,
  outcome: ReversalOutcome,
  amount: Amount,
  currency: Currency,
  /** The amount in the order's currency, and its parts: what the member owes, and what the site lost. */
  value_amount: Amount,
  debt_amount: Amount,
  loss_amount: Amount,
  order_currency: Currency,
  trade_no: TradeNo,
  order_status: OrderStatus,
  account_id: z.int(),
  email: AddressOf('account_id'),
  method_name: z.string(),
  received_at: Time,
  /** When the money came back; null: it did not. */
  restored_at: z.nullable(Time),
  reviewed_at: z.nullable(Time),
  note: z.nullable(z.string()),
})
export type Reversal = z.infer<typeof Reversal>

export const adminListReversals = endpoint({
  method: 'GET',
  path: '/admin/reversals',
  access: ['money.read'],
  summary: 'Money that gateways took back without a refund from here, newest first; open: not reviewed yet',
  query: z.object({ ...pageQuery, state }),
  response: pageOf(Reversal),
})
export const adminReviewReversal = endpoint({
  method: 'POST',
  path: '/admin/reversals/:id/review',
  access: ['money.book'],
  summary: 'Mark it as reviewed',
  body: z.object({ note }),
  response: Reversal,
})
