import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Order, OrderStatus, OrderType, TradeNo } from './orders.ts'
import { pageOf, pageQuery, Time } from './paging.ts'

export const AdminOrder = z.object({ ...Order.shape, account_id: z.int(), email: z.string(), review_reason: z.nullable(z.string()) })
export type AdminOrder = z.infer<typeof AdminOrder>

export const AttemptStatus = z.enum(['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded', 'partly_refunded'])
export type AttemptStatus = z.infer<typeof AttemptStatus>
export const PaymentAttempt = z.object({
  attempt_no: z.string(),
  method_name: z.string(),
  driver: z.string(),
  status: AttemptStatus,
  amount: Amount,
  fee_amount: Amount,
  currency: Currency,
  created_at: Time,
})
export type PaymentAttempt = z.infer<typeof PaymentAttempt>
/** What a gateway told us it received. `settled` opened the order; `credited` went to the balance; the others wait for an operator. */
export const ReceiptOutcome = z.enum(['settled', 'credited', 'underpaid', 'overpaid'])
export type ReceiptOutcome = z.infer<typeof ReceiptOutcome>
export const Receipt = z.object({
  callback_no: z.string(),
  attempt_no: z.string(),
  method_name: z.string(),
  amount: Amount,
  currency: Currency,
  outcome: ReceiptOutcome,
  received_at: Time,
})
export type Receipt = z.infer<typeof Receipt>

export const adminListOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  access: 'admin',
  summary: 'Orders by filter, newest first',
  query: z.object({
    ...pageQuery,
    status: z.optional(OrderStatus),
    type: z.optional(OrderType),
    /** Part of an e-mail address, or a trade number. */
    q: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: pageOf(AdminOrder),
})
const params = z.object({ trade_no: TradeNo })
export const adminGetOrder = endpoint({
  method: 'GET',
  path: '/admin/orders/:trade_no',
  access: 'admin',
  summary: 'One order with its payment attempts and receipts',
  params,
  response: z.object({ order: AdminOrder, attempts: z.array(PaymentAttempt), receipts: z.array(Receipt) }),
})
export const adminMarkPaid = endpoint({
  method: 'POST',
  path: '/admin/orders/:trade_no/payment',
  access: 'admin',
  summary: 'Confirm by hand that an unpaid order was paid',
  params,
  body: z.object({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: AdminOrder,
})
export const adminCancelOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:trade_no/cancellation',
  access: 'admin',
  summary: 'Cancel an unpaid order',
  params,
  response: AdminOrder,
})
export const adminRetryOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:trade_no/opening',
  access: 'admin',
  summary: 'Try again to open a paid order that waits for review',
  params,
  response: AdminOrder,
})
