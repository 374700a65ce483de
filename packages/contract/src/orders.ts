import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { Period } from './periods.ts'

export const OrderStatus = z.enum(['pending', 'processing', 'completed', 'review', 'absorbed', 'refunded', 'cancelled', 'expired'])
export type OrderStatus = z.infer<typeof OrderStatus>
export const OrderType = z.enum(['new', 'renew', 'change', 'reset', 'topup'])
export type OrderType = z.infer<typeof OrderType>

/** Which status each action may start from. The server moves by it; pages disable their buttons by it. */
export const orderActions = {
  pay: { from: ['pending'], to: 'processing' },
  complete: { from: ['processing'], to: 'completed' },
  /** Paid but cannot be opened: the money is safe and an operator decides. */
  hold: { from: ['processing'], to: 'review' },
  retry: { from: ['review'], to: 'processing' },
  cancel: { from: ['pending'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'expired' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>
export type OrderAction = keyof typeof orderActions

export function canMove(status: OrderStatus, action: OrderAction): boolean {
  return (orderActions[action].from as readonly OrderStatus[]).includes(status)
}

export const TradeNo = z.string().check(z.regex(/^[A-Za-z0-9]{6,62}$/))

export const Order = z.object({
  trade_no: TradeNo,
  type: OrderType,
  status: OrderStatus,
  period: Period,
  plan_id: z.nullable(z.int()),
  plan_name: z.string(),
  currency: Currency,
  /** What the plan cost when it was ordered. */
  price_amount: Amount,
  /** What is to be paid, before any payment fee. */
  total_amount: Amount,
  /** Fee of the payment that settled it; 0 before. */
  fee_amount: Amount,
  created_at: Time,
  /** Until when an unpaid order can be paid. */
  expires_at: Time,
  /** Whole seconds until then; 0 when it is over or the order is no longer unpaid. */
  seconds_left: z.int(),
  paid_at: z.nullable(Time),
  completed_at: z.nullable(Time),
  payment_name: z.nullable(z.string()),
})
export type Order = z.infer<typeof Order>

export const saveOrder = endpoint({
  method: 'POST',
  path: '/muser/order/save',
  access: 'member',
  summary: 'Place an order; a free one is completed at once',
  body: z.object({ plan_id: z.int(), period: Period }),
  response: Order,
})

const trade = z.object({ trade_no: TradeNo })

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/muser/order/cancel',
  access: 'member',
  summary: 'Cancel an unpaid order',
  body: trade,
  response: Order,
})
export const orderDetails = endpoint({
  method: 'GET',
  path: '/muser/order/details',
  access: 'member',
  summary: 'One order',
  query: trade,
  response: Order,
})
export const checkOrder = endpoint({
  method: 'GET',
  path: '/muser/order/check',
  access: 'member',
  summary: 'Status of an order, for polling',
  query: trade,
  response: z.object({ trade_no: TradeNo, status: OrderStatus }),
})
export const fetchOrders = endpoint({
  method: 'GET',
  path: '/muser/order/fetch',
  access: 'member',
  summary: 'My orders, newest first',
  query: z.object({ ...pageQuery, status: z.optional(OrderStatus) }),
  response: pageOf(Order),
})

export const PaymentChoice = z.object({
  id: z.int(),
  name: z.string(),
  driver: z.string(),
  icon: z.nullable(z.string()),
  /** What this method adds to the given order. */
  fee_amount: Amount,
  /** Order total plus fee, in the order's currency. */
  pay_amount: Amount,
})
export type PaymentChoice = z.infer<typeof PaymentChoice>
export const orderPaymentMethods = endpoint({
  method: 'GET',
  path: '/muser/order/getPaymentMethod',
  access: 'member',
  summary: 'Ways to pay an order, with their fees',
  query: trade,
  response: z.object({ items: z.array(PaymentChoice), balance: Amount, currency: Currency }),
})

/** `type`: -1 settled without a gateway, 0 show `data` as a QR code, 1 go to the address in `data`, 2 instructions to read. */
export const Checkout = z.object({
  type: z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]),
  data: z.nullable(z.string()),
  fee_amount: Amount,
  pay_amount: Amount,
})
export type Checkout = z.infer<typeof Checkout>
export const checkoutOrder = endpoint({
  method: 'POST',
  path: '/muser/order/checkout',
  access: 'member',
  summary: 'Start a payment attempt for an unpaid order',
  body: z.object({ trade_no: TradeNo, method: NumberText }),
  response: Checkout,
})
