import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { Period } from './periods.ts'
import { limits } from './plan-limits.ts'
import { translationsOf } from './translations.ts'
import { typedCode } from './typed-code.ts'

export const OrderStatus = z.enum(['pending', 'processing', 'completed', 'review', 'absorbed', 'refunded', 'cancelled', 'expired'])
export type OrderStatus = z.infer<typeof OrderStatus>
export const OrderType = z.enum(['new', 'renew', 'change', 'reset', 'topup'])
export type OrderType = z.infer<typeof OrderType>

/** Whether the status can change without the member, so that pages should watch it. */
export const isMoving = (status: OrderStatus): boolean => status === 'pending' || status === 'processing'

/** Allowed moves between statuses. The server enforces them; pages disable buttons by them. */
export const orderActions = {
  pay: { from: ['pending'], to: 'processing' },
  complete: { from: ['processing'], to: 'completed' },
  /** Paid, but the order cannot be opened. An operator decides; the money is safe. */
  hold: { from: ['processing'], to: 'review' },
  retry: { from: ['review'], to: 'processing' },
  cancel: { from: ['pending'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'expired' },
  /** The order's remaining value went to the order that replaced its plan. */
  absorb: { from: ['completed'], to: 'absorbed' },
  /** The plan change that absorbed the order was undone. */
  revive: { from: ['absorbed'], to: 'completed' },
  /** The whole payment was refunded. */
  refund: { from: ['completed', 'review', 'absorbed'], to: 'refunded' },
  /** Refunded money came back: a dispute was won, or a refund failed. */
  restore: { from: ['refunded'], to: 'completed' },
  /** As `restore`, for an order that was never opened. */
  reopen: { from: ['refunded'], to: 'review' },
  /** As `restore`, for an order that had been absorbed. */
  restore_absorbed: { from: ['refunded'], to: 'absorbed' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>
export type OrderAction = keyof typeof orderActions

export function canMove(status: OrderStatus, action: OrderAction): boolean {
  return (orderActions[action].from as readonly OrderStatus[]).includes(status)
}

export const TradeNo = z.string().check(z.regex(/^[A-Za-z0-9]{6,62}$/))

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
  summary: 'What an order would cost, line by line, and what it would change in the subscription',
  body: Wanted,
  response: Quote,
})

export const topupOffer = endpoint({
  method: 'GET',
  path: '/muser/topup/config',
  access: 'member',
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
  summary: 'Place an order from a quote or from its fields; with nothing to pay it is completed at once',
  body: z.object({ ...Wanted.shape, quote: z.optional(z.string().check(z.maxLength(4000))) }),
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
export const orderEvents = endpoint({
  method: 'GET',
  path: '/muser/order/events',
  access: 'member',
  summary: 'Status changes of an order, as server-sent events; ends when it is settled or after ten minutes',
  query: trade,
  /** One event of the stream. The first has the current status. */
  response: z.object({ trade_no: TradeNo, status: OrderStatus }),
})
export const fetchOrders = endpoint({
  method: 'GET',
  path: '/muser/order/fetch',
  access: 'member',
  summary: 'My orders, newest first',
  query: z.object({ ...pageQuery, status: z.optional(OrderStatus) }),
  response: pageOf(MyOrder),
})

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
  summary: 'Ways to pay an order, with their fees',
  query: trade,
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
  summary: 'Ask the payment service now whether it has received a payment for my order; answers with the order’s status',
  body: trade,
  response: z.object({ trade_no: TradeNo, status: OrderStatus }),
})

export const OrderSteps = z.object({
  /** Start of the term that the order delivered; after an early renewal, the end of the previous term. null: it delivered none. */
  term_start: z.nullable(Time),
  /** End of the term the order delivered; null: permanent, or it delivered none. */
  term_end: z.nullable(Time),
  /** When an app first fetched the link since the order was opened; after a renewal: first fetch of the last thirty days. */
  imported_at: z.nullable(Time),
  /** When the caller last had traffic since the order was opened; after a renewal: at any time. */
  used_at: z.nullable(Time),
})
export type OrderSteps = z.infer<typeof OrderSteps>
export const orderSteps = endpoint({
  method: 'GET',
  path: '/muser/order/steps',
  access: 'member',
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
