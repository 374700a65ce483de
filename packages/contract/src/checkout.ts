import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { OrderStatus, TradeNo } from './order-status.ts'
import { NumberText } from './paging.ts'

export const PaymentChoice = z.object({
  id: z.int(),
  name: z.string(),
  driver: z.string(),
  icon: z.nullable(z.string()),
  /** Fee of this payment method for the order. */
  fee_amount: Amount,
  /** Order total plus fee, in the order's currency. */
  pay_amount: Amount,
  /** true: the card used can be saved for renewals. */
  can_save_card: z.boolean(),
})
export type PaymentChoice = z.infer<typeof PaymentChoice>

/**
 * How to pay. `type` −1: settled without a gateway; 0: show `data` as a QR code; 1: open the URL in `data`; 2: show `data` as instructions.
 */
export const Checkout = z.object({
  type: z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]),
  data: z.nullable(z.string()),
  /** Reference to write beside a transfer: eight letters and digits that are hard to confuse. null for other types. */
  reference: z.nullable(z.string()),
  fee_amount: Amount,
  pay_amount: Amount,
})
export type Checkout = z.infer<typeof Checkout>
export const orderPaymentMethods = endpoint({
  method: 'GET',
  path: '/muser/order/getPaymentMethod',
  access: 'member',
  chosen: true,
  summary: 'Ways to pay an order, with their fees',
  query: z.object({ trade_no: TradeNo }),
  response: z.object({
    items: z.array(PaymentChoice),
    balance: Sum,
    currency: Currency,
    /** The payment started last, if it can still be made; null: none. `method`: id of its payment method. */
    open: z.nullable(z.object({ method: z.int(), ...Checkout.shape })),
  }),
})

export const checkoutOrder = endpoint({
  method: 'POST',
  path: '/muser/order/checkout',
  access: 'member',
  chosen: true,
  summary: 'Start a payment attempt for an unpaid order',
  body: z.object({
    trade_no: TradeNo,
    method: NumberText,
    /** true: save the card for automatic renewals if possible. */
    save_card: z.optional(z.boolean()),
  }),
  response: Checkout,
})
export const askPayment = endpoint({
  method: 'POST',
  path: '/muser/order/ask',
  access: 'member',
  chosen: true,
  summary: 'Ask the payment service now whether it has received a payment for my order; answers with the order’s status',
  body: z.object({ trade_no: TradeNo }),
  response: z.object({ trade_no: TradeNo, status: OrderStatus }),
})
