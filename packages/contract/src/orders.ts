import * as z from 'zod/mini'
import { PaymentChoice } from './checkout.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { OrderStatus, OrderType, TradeNo } from './order-status.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { Period } from './periods.ts'
import { limits } from './plan-limits.ts'
import { translationsOf } from './translations.ts'
import { typedCode } from './typed-code.ts'

/**
 * Lines of an order's total in order of computation: price, less promotion, coupon, personal discount, the old plan's value (`surplus`),
 * balance; then the fee, and a shortfall.
 */
export const LineKind = z.enum(['price', 'promotion', 'coupon', 'personal', 'surplus', 'balance', 'fee', 'shortfall'])
export type LineKind = z.infer<typeof LineKind>
/** `amount` is signed: the lines sum to what the member pays. */
export const OrderLine = z.object({ kind: LineKind, amount: z.int() })
export type OrderLine = z.infer<typeof OrderLine>

export const Order = z.object({
  trade_no: TradeNo,
  type: OrderType,
  status: OrderStatus,
  /** null for a top-up. */
  period: z.nullable(Period),
  plan_id: z.nullable(z.int()),
  /** Empty for a top-up. */
  plan_name: z.string(),
  currency: Currency,
  /** The plan's price when ordered, or the amount topped up. */
  price_amount: Amount,
  /** Lines that sum to `total_amount`; the payment fee is not among them. */
  lines: z.array(OrderLine),
  /** Amount to pay, before the payment fee. */
  total_amount: Amount,
  /** Amount taken from the balance when ordering. Returned if the order is cancelled. */
  balance_amount: Amount,
  /** Value of the old plan beyond the price. Credited to the balance when the order is opened. */
  credit_amount: Amount,
  /** Bonus paid on top of a top-up. */
  bonus_amount: Amount,
  /** Amount refunded to the member, through a gateway or to the balance. */
  refunded_amount: Amount,
  /** Part of `total_amount` that stayed unpaid: an operator accepted less, or the payment method tolerates it. */
  shortfall_amount: Amount,
  /** Fee of the payment that settled the order; 0 before. */
  fee_amount: Amount,
  created_at: Time,
  /** When the order expires unless paid. */
  expires_at: Time,
  /** Whole seconds until `expires_at`; 0 if expired or no longer unpaid. */
  seconds_left: z.int(),
  paid_at: z.nullable(Time),
  completed_at: z.nullable(Time),
  payment_name: z.nullable(z.string()),
})
export type Order = z.infer<typeof Order>

export const MyOrder = z.object({
  ...Order.shape,
  /** true: the member's proof of payment waits for an operator, so nothing more is to be paid. */
  proof_sent: z.boolean(),
})
export type MyOrder = z.infer<typeof MyOrder>

export const Wanted = z.object({
  plan_id: z.optional(z.int()),
  period: z.optional(Period),
  coupon_code: z.optional(typedCode(40)),
  /** true or absent: use the balance first. */
  use_balance: z.optional(z.boolean()),
  /** Amount to top up the balance with, instead of buying a plan. */
  topup_amount: z.optional(Amount.check(z.gte(1))),
})

export type Wanted = z.input<typeof Wanted>

/** What a member holds at one moment, before or after an order. */
const Standing = z.object({
  plan_name: z.nullable(z.string()),
  /** null while a plan is held: permanent. */
  expired_at: z.nullable(Time),
  /** Bytes of one cycle. */
  traffic: z.int(),
  /** Bytes left in the cycle. */
  traffic_left: z.int(),
  ...limits,
  balance: Sum,
})
export const Quote = z.object({
  /** Signed quote; `placeOrder` with it uses exactly these figures. */
  quote: z.string(),
  /** When the quote expires: fifteen minutes from now. */
  valid_until: Time,
  type: OrderType,
  plan_name: z.string(),
  period: z.nullable(Period),
  currency: Currency,
  lines: z.array(OrderLine),
  total_amount: Amount,
  credit_amount: Amount,
  bonus_amount: Amount,
  /** Name of the running promotion; null: none. */
  promotion_name: z.nullable(z.string()),
  /** When a renewal's term and its plan conditions start; null: when it is paid. */
  begins_at: z.nullable(Time),
  /**
   * Set for a renewal that brings no traffic, because it ends before the next reset. `until`: its end; `reset_plan_id`: the plan whose
   * traffic reset is sold instead.
   */
  no_traffic: z.nullable(z.object({ until: Time, reset_plan_id: z.nullable(z.int()) })),
  /** true: a traffic reset that gives nothing back, because nothing is used. */
  nothing_used: z.boolean(),
  before: Standing,
  after: Standing,
  /** Payment methods for the total, with their fees. The balance is not among them; it is in the lines. */
  methods: z.array(PaymentChoice),
})
export type Quote = z.infer<typeof Quote>
export const quoteOrder = endpoint({
  method: 'POST',
  path: '/muser/order/quote',
  access: 'member',
  chosen: true,
  summary: 'What an order would cost, line by line, and what it would change in the subscription',
  body: Wanted,
  response: Quote,
})

export const topupOffer = endpoint({
  method: 'GET',
  path: '/muser/topup/config',
  access: 'member',
  chosen: true,
  summary: 'Limits and bonuses for top-ups',
  response: z.object({
    enabled: z.boolean(),
    currency: Currency,
    min_amount: Amount,
    max_amount: Amount,
    /** Bonus tiers, smallest first. The highest tier reached applies. */
    tiers: z.array(z.object({ amount: Amount, bonus: Amount })),
  }),
})

export const saveOrder = endpoint({
  method: 'POST',
  path: '/muser/order/save',
  access: 'member',
  chosen: true,
  summary: 'Place an order from a quote or from its fields; with nothing to pay it is completed at once',
  body: z.object({ ...Wanted.shape, quote: z.optional(z.string().check(z.maxLength(4000))) }),
  response: Order,
})

const trade = z.object({ trade_no: TradeNo })

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/muser/order/cancel',
  access: 'member',
  chosen: true,
  summary: 'Cancel an unpaid order',
  body: trade,
  response: Order,
})
export const orderDetails = endpoint({
  method: 'GET',
  path: '/muser/order/details',
  access: 'member',
  chosen: true,
  summary: 'One order',
  query: trade,
  response: Order,
})
export const checkOrder = endpoint({
  method: 'GET',
  path: '/muser/order/check',
  access: 'member',
  chosen: true,
  summary: 'Status of an order, for polling',
  query: trade,
  response: z.object({ trade_no: TradeNo, status: OrderStatus }),
})
export const orderEvents = endpoint({
  method: 'GET',
  path: '/muser/order/events',
  access: 'member',
  chosen: true,
  summary: 'Status changes of an order, as server-sent events; ends when it is settled or after ten minutes',
  query: trade,
  /** One event of the stream. The first has the current status. */
  response: z.object({ trade_no: TradeNo, status: OrderStatus }),
})
export const fetchOrders = endpoint({
  method: 'GET',
  path: '/muser/order/fetch',
  access: 'member',
  chosen: true,
  summary: 'My orders, newest first',
  query: z.object({ ...pageQuery, status: z.optional(OrderStatus) }),
  response: pageOf(MyOrder),
})

export const OrderSteps = z.object({
  /** Start of the term that the order delivered; after an early renewal, the end of the previous term. null: it delivered none. */
  term_start: z.nullable(Time),
  /** End of the term the order delivered; null: permanent, or it delivered none. */
  term_end: z.nullable(Time),
  /** When an app first fetched the link since the order was opened; after a renewal: the first one that is kept. */
  imported_at: z.nullable(Time),
  /** When the caller last had traffic since the order was opened; after a renewal: at any time. */
  used_at: z.nullable(Time),
})
export type OrderSteps = z.infer<typeof OrderSteps>
export const orderSteps = endpoint({
  method: 'GET',
  path: '/muser/order/steps',
  access: 'member',
  chosen: true,
  summary: 'How far I have got with an opened order: link imported, first traffic',
  query: trade,
  response: OrderSteps,
})

/** An order waits for its payment. Once per order; ends when it is paid, cancelled or expired. `plan`: null for a top-up. */
export const orderWaitingEvent = z.object({
  type: z.literal('order_waiting'),
  data: z.object({
    trade_no: z.string(),
    plan: z.nullable(z.string()),
    translations: z.optional(translationsOf({ plan: z.string() })),
    amount: Amount,
    currency: Currency,
    expires_at: Time,
  }),
})

/** An order was paid and opened. `plan`: its name then, null for a top-up. `automatic`: an automatic renewal. */
export const orderPaidEvent = z.object({
  type: z.literal('order_paid'),
  data: z.object({
    trade_no: z.string(),
    order_type: OrderType,
    plan: z.nullable(z.string()),
    translations: z.optional(translationsOf({ plan: z.string() })),
    automatic: z.boolean(),
  }),
})
