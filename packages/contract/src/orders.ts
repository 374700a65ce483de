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

/** Whether the status can still change without the member, so it is worth watching. */
export const isMoving = (status: OrderStatus): boolean => status === 'pending' || status === 'processing'

/** The statuses each action may start from. The server enforces it; pages disable buttons by it. */
export const orderActions = {
  pay: { from: ['pending'], to: 'processing' },
  complete: { from: ['processing'], to: 'completed' },
  /** Paid but cannot be opened: the money is safe and an operator decides. */
  hold: { from: ['processing'], to: 'review' },
  retry: { from: ['review'], to: 'processing' },
  cancel: { from: ['pending'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'expired' },
  /** Its remaining value was credited to the order that replaced the plan. */
  absorb: { from: ['completed'], to: 'absorbed' },
  /** The change that had absorbed it was undone. */
  revive: { from: ['absorbed'], to: 'completed' },
  /** Everything paid was refunded. */
  refund: { from: ['completed', 'review', 'absorbed'], to: 'refunded' },
  /** Money that had been returned came back: a dispute was won, or a refund failed. */
  restore: { from: ['refunded'], to: 'completed' },
  /** The same for an order that was never opened. */
  reopen: { from: ['refunded'], to: 'review' },
  /** The same for one whose remaining value had gone to another. */
  restore_absorbed: { from: ['refunded'], to: 'absorbed' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>
export type OrderAction = keyof typeof orderActions

export function canMove(status: OrderStatus, action: OrderAction): boolean {
  return (orderActions[action].from as readonly OrderStatus[]).includes(status)
}

export const TradeNo = z.string().check(z.regex(/^[A-Za-z0-9]{6,62}$/))

/**
 * The lines of a total, in the order of computation: the promotion off the price, the coupon off the rest, the personal discount
 * off what is left, then the value of the old plan, then the balance. The fee, and what was not paid, come on top.
 */
export const LineKind = z.enum(['price', 'promotion', 'coupon', 'personal', 'surplus', 'balance', 'fee', 'shortfall'])
export type LineKind = z.infer<typeof LineKind>
/** `amount` has a sign: an order's lines sum to what the member pays. */
export const OrderLine = z.object({ kind: LineKind, amount: z.int() })
export type OrderLine = z.infer<typeof OrderLine>

export const Order = z.object({
  trade_no: TradeNo,
  type: OrderType,
  status: OrderStatus,
  /** null: a top-up. */
  period: z.nullable(Period),
  plan_id: z.nullable(z.int()),
  /** Empty for a top-up. */
  plan_name: z.string(),
  currency: Currency,
  /** The plan's price when ordered, or the top-up amount. */
  price_amount: Amount,
  /** Price, discounts, surplus and balance. They sum to the total, without the payment fee. */
  lines: z.array(OrderLine),
  /** Amount to pay, before any payment fee. */
  total_amount: Amount,
  /** Part of the price taken from the balance when the order was placed; returned if it is cancelled. */
  balance_amount: Amount,
  /** The old plan's value beyond the price; credited to the balance when the order is opened. */
  credit_amount: Amount,
  /** Bonus on top of a top-up. */
  bonus_amount: Amount,
  /** Refunded to the member, through a gateway or to the balance. */
  refunded_amount: Amount,
  /** The part of the total that was not paid, because an operator accepted less, or the payment method allows it. */
  shortfall_amount: Amount,
  /** Fee of the payment that settled it; 0 before. */
  fee_amount: Amount,
  created_at: Time,
  /** When an unpaid order expires. */
  expires_at: Time,
  /** Whole seconds until then; 0 once expired or no longer unpaid. */
  seconds_left: z.int(),
  paid_at: z.nullable(Time),
  completed_at: z.nullable(Time),
  payment_name: z.nullable(z.string()),
})
export type Order = z.infer<typeof Order>

export const MyOrder = z.object({
  ...Order.shape,
  /** Whether I sent a proof of a payment that still waits for an operator: nothing more to pay. */
  proof_sent: z.boolean(),
})
export type MyOrder = z.infer<typeof MyOrder>

export const Wanted = z.object({
  plan_id: z.optional(z.int()),
  period: z.optional(Period),
  coupon_code: z.optional(typedCode(40)),
  /** Use the balance first; absent: yes. */
  use_balance: z.optional(z.boolean()),
  /** Top up the balance by this amount instead of buying a plan. */
  topup_amount: z.optional(Amount.check(z.gte(1))),
})

export type Wanted = z.input<typeof Wanted>

export const PaymentChoice = z.object({
  id: z.int(),
  name: z.string(),
  driver: z.string(),
  icon: z.nullable(z.string()),
  /** The fee this method adds to the order. */
  fee_amount: Amount,
  /** Order total plus fee, in the order's currency. */
  pay_amount: Amount,
  /** Whether the card used can be saved for renewals. */
  can_save_card: z.boolean(),
})
export type PaymentChoice = z.infer<typeof PaymentChoice>

/** A summary of a subscription at one moment. */
const Standing = z.object({
  plan_name: z.nullable(z.string()),
  /** null with a plan: permanent. */
  expired_at: z.nullable(Time),
  /** Bytes of one cycle. */
  traffic: z.int(),
  /** Bytes left in the cycle. */
  traffic_left: z.int(),
  ...limits,
  balance: Sum,
})
export const Quote = z.object({
  /** Signed; it places an order with exactly these figures. */
  quote: z.string(),
  /** Fifteen minutes from now. */
  valid_until: Time,
  type: OrderType,
  plan_name: z.string(),
  period: z.nullable(Period),
  currency: Currency,
  lines: z.array(OrderLine),
  total_amount: Amount,
  credit_amount: Amount,
  bonus_amount: Amount,
  /** Name of the running promotion, otherwise null. */
  promotion_name: z.nullable(z.string()),
  /** When a renewal's term begins, and with it what the plan offers now; null: with the payment. */
  begins_at: z.nullable(Time),
  /** A renewal that ends before the next traffic reset brings no traffic: when that is, and whose reset is sold instead. Null: it brings some. */
  no_traffic: z.nullable(z.object({ until: Time, reset_plan_id: z.nullable(z.int()) })),
  /** A traffic reset that would give nothing back, because nothing is used. */
  nothing_used: z.boolean(),
  before: Standing,
  after: Standing,
  /** Ways to pay the total, with their fees; the balance is in the lines. */
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
  summary: 'PlanLimits and bonuses for top-ups',
  response: z.object({
    enabled: z.boolean(),
    currency: Currency,
    min_amount: Amount,
    max_amount: Amount,
    /** Smallest first; the highest one reached applies. */
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
  /** Of one event; the first has the current status. */
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

/** `type`: -1 settled without a gateway, 0 show `data` as a QR code, 1 go to the URL in `data`, 2 show instructions. */
export const Checkout = z.object({
  type: z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]),
  data: z.nullable(z.string()),
  /** What the payer writes beside a transfer: eight letters and digits that are not easily confused. null for other types. */
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
    /** The payment that was started last, if it can still be made. `method`: the id of its method. */
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
    /** Save the card for automatic renewals if possible; absent: no. */
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
  /** When the term it delivered begins; after an early renewal, when the one before ends. null: it delivered none. */
  term_start: z.nullable(Time),
  /** End of the term it delivered; null: permanent, or it delivered none. */
  term_end: z.nullable(Time),
  /** When an app first fetched my link since the order was opened; after a renewal: ever, in the last thirty days. */
  imported_at: z.nullable(Time),
  /** My last traffic since the order was opened; after a renewal: ever. */
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

/** An order has waited a while for its payment. Once per order; ends when it is paid, cancelled or expired. `plan`: null for a top-up. */
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

/** An order was paid and delivered. `plan`: its name at the time; null: a top-up. `automatic`: a renewal that the member did not start. */
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
