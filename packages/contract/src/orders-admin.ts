import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { OrderStatus, OrderType, TradeNo } from './order-status.ts'
import { Order } from './orders.ts'
import { dayQuery, NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { ProofContent, ProofFile } from './payment-proofs.ts'
import { Period } from './periods.ts'
import { AddressOf } from './personal.ts'
import { typedText } from './typed-code.ts'

/** Why a paid order could not be opened. */
export const ReviewReason = z.enum([
  'plan_not_held',
  'subscription_changed',
  'other_plan_active',
  'term_kind_changed',
  'term_too_far',
  /** The gateway took the payment back before the order was opened. */
  'money_taken_back',
])
export type ReviewReason = z.infer<typeof ReviewReason>

export const AdminOrder = z.object({
  ...Order.shape,
  account_id: z.int(),
  email: AddressOf('account_id'),
  review_reason: z.nullable(ReviewReason),
  /** true: staff gave the order away; nothing was to be paid. */
  is_assigned: z.boolean(),
  cash_amount: Amount,
  /** Part of the payment fee that was not received, if an operator accepted less. */
  fee_shortfall_amount: Amount,
  coupon_id: z.nullable(z.int()),
})
export type AdminOrder = z.infer<typeof AdminOrder>

export const AttemptStatus = z.enum(['created', 'pending', 'succeeded', 'failed', 'expired', 'refunded', 'partly_refunded'])
export type AttemptStatus = z.infer<typeof AttemptStatus>
export const PaymentAttempt = z.object({
  attempt_no: z.string(),
  /** Text that the payer writes beside a transfer; null for gateways. */
  reference: z.nullable(z.string()),
  method_name: z.string(),
  driver: z.string(),
  status: AttemptStatus,
  amount: Amount,
  fee_amount: Amount,
  currency: Currency,
  /** The member's text as proof of a payment that an operator confirms; null: none. */
  proof: z.nullable(z.string()),
  /** Pictures and PDFs sent as proof, oldest first. */
  proof_files: z.array(ProofFile),
  created_at: Time,
})
export type PaymentAttempt = z.infer<typeof PaymentAttempt>
/**
 * Effect of a payment, by its amount. `settled`: opens the order. `credited`: goes to the balance. `underpaid` and `overpaid`: wait for an
 * operator.
 */
export const PaymentOutcome = z.enum(['settled', 'credited', 'underpaid', 'overpaid'])
export type PaymentOutcome = z.infer<typeof PaymentOutcome>
/**
 * Why a payment waits for an operator. `same_number`: the gateway reported another payment with this number. `paid_otherwise`: an operator
 * booked a payment, perhaps this one. `account_closed`: the member left before it came.
 */
export const UnclearOutcome = z.enum(['underpaid', 'overpaid', 'same_number', 'paid_otherwise', 'account_closed'])
export type UnclearOutcome = z.infer<typeof UnclearOutcome>
/** What became of money that a gateway reported. */
export const ReceiptOutcome = z.enum(['settled', 'credited', ...UnclearOutcome.options])
export type ReceiptOutcome = z.infer<typeof ReceiptOutcome>
/**
 * How an operator settles an unclear payment. `credited`: to the balance. `settled`: pays the order, or is the payment already booked.
 * `accepted`: pays the order with a shortfall. `returned`: was sent back.
 */
export const ReceiptResolution = z.enum(['credited', 'settled', 'accepted', 'returned'])
export type ReceiptResolution = z.infer<typeof ReceiptResolution>
export const Receipt = z.object({
  id: z.int(),
  callback_no: z.string(),
  attempt_no: z.string(),
  method_name: z.string(),
  amount: Amount,
  currency: Currency,
  outcome: ReceiptOutcome,
  /** true: the payment is unclear. An operator decides it alone, or when marking the order as paid. */
  open: z.boolean(),
  /** Value of an open payment in the order's currency; null: not known. */
  value_amount: z.nullable(Amount),
  resolution: z.nullable(ReceiptResolution),
  received_at: Time,
})
export type Receipt = z.infer<typeof Receipt>

export const RefundWay = z.enum(['balance', 'gateway', 'manual'])
export type RefundWay = z.infer<typeof RefundWay>
/** `requested`: sent to the gateway, no answer yet. The money counts as refunded unless the gateway refuses. */
export const RefundStatus = z.enum(['requested', 'succeeded', 'failed'])
export type RefundStatus = z.infer<typeof RefundStatus>
export const RefundNo = z.string().check(z.regex(/^[A-Za-z0-9]{12,32}$/))
export const Refund = z.object({
  refund_no: RefundNo,
  way: RefundWay,
  status: RefundStatus,
  amount: Amount,
  currency: Currency,
  /** The refunded payment's number; null: refunded by other ways than the gateway. */
  attempt_no: z.nullable(z.string()),
  end_term: z.boolean(),
  reason: z.string(),
  /** The gateway's reason for refusing; null: it did not refuse, or gave none. */
  refusal: z.nullable(z.string()),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type Refund = z.infer<typeof Refund>
/** A plan and its end. `plan_name` null: none is held. `expires_at` null while a plan is held: permanent. */
const HeldPlan = z.object({ plan_name: z.nullable(z.string()), expires_at: z.nullable(Time) })
/** How much can still be refunded, in total and by each way; in the order's currency. */
export const Refundable = z.object({
  total: Amount,
  balance: Amount,
  manual: Amount,
  /** `whole_only`: the gateway refunds `amount` as a whole or not at all. */
  gateway: z.array(z.object({ attempt_no: z.string(), method_name: z.string(), amount: Amount, whole_only: z.boolean() })),
  /** true: a payment's dispute is open and may take the same money. */
  disputed: z.boolean(),
  /**
   * What the member holds now, and without the rest of this order's term; null: ending changes nothing. `credited`: value of later renewals
   * and packs that goes to the balance.
   */
  ending: z.nullable(z.object({ before: HeldPlan, after: HeldPlan, credited: Amount })),
})
export type Refundable = z.infer<typeof Refundable>

/** An order in the list. */
export const ListedOrder = z.object({
  ...AdminOrder.shape,
  /** The member's proof that waits for an operator; null: none waits. `text` is null if only files were sent. */
  proof: z.nullable(z.object({ text: z.nullable(z.string()), amount: Amount })),
  /** The transfer the member was last asked to make; null: another or no method is chosen, or it no longer waits. */
  transfer: z.nullable(z.object({ reference: z.string(), amount: Amount })),
})
export type ListedOrder = z.infer<typeof ListedOrder>

/** Sums in one currency over all orders that the filter finds: their cost and the paid part, both with fees and the balance used. */
export const OrderSum = z.object({ currency: Currency, total: Sum, paid: Sum })
export type OrderSum = z.infer<typeof OrderSum>

/** An order's status in the list. `proof_sent`: pending, and the member sent a proof of payment. */
export const ListedStatus = z.enum([...OrderStatus.options, 'proof_sent'])
export type ListedStatus = z.infer<typeof ListedStatus>
/** The time of an order that `from` and `to` filter by. */
export const OrderTime = z.enum(['created', 'paid'])
export type OrderTime = z.infer<typeof OrderTime>

const filter = {
  status: z.optional(ListedStatus),
  type: z.optional(OrderType),
  /** Only orders of this member. */
  account_id: z.optional(NumberText),
  /** Matches part of an e-mail address, a trade number, or a payment number such as a transfer's reference. */
  q: z.optional(typedText(100)),
  ...dayQuery,
  /** Absent: `created`. */
  time: z.optional(OrderTime),
  /** Only orders that a payment by this method settled, also one that was refunded since. */
  method_id: z.optional(NumberText),
}
export const adminListOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  access: ['orders.read'],
  summary: 'Orders by filter, newest first',
  query: z.object({ ...pageQuery, ...filter }),
  response: z.object({ ...pageOf(ListedOrder).shape, sums: z.nullable(z.array(OrderSum)) }),
})
export const adminExportOrders = endpoint({
  method: 'GET',
  path: '/admin/orders/export',
  access: ['orders.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV',
  query: z.object({ ...filter, sort: pageQuery.sort }),
  response: Csv,
})
/**
 * What happens to the unused part of a plan that staff replace. `carry`: the new plan takes it over. `credit`: it goes to the balance.
 * `none`: it is dropped.
 */
export const UnusedPartUse = z.enum(['carry', 'credit', 'none'])
export type UnusedPartUse = z.infer<typeof UnusedPartUse>
export const RestDecision = z.object({ rest: UnusedPartUse, reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) })
export type RestDecision = z.infer<typeof RestDecision>
/** `details` of `member.rest_undecided`: the value of the unused part. */
export const UndecidedRest = z.object({ amount: Amount, currency: Currency })
export type UndecidedRest = z.infer<typeof UndecidedRest>

export const adminAssignOrder = endpoint({
  method: 'POST',
  path: '/admin/orders',
  // An assigned order gives away service, hence `money.book`.
  access: ['orders.write', 'money.book'],
  summary: 'Give a member a plan: an order at the given price, paid by the site and opened at once',
  /** `decision`: required if the order replaces a plan with an unused part. */
  body: z.object({ email: z.email(), plan_id: z.int(), period: Period, total_amount: Amount, decision: z.optional(RestDecision) }),
  response: AdminOrder,
})
/** Who marked the order as paid or assigned it; null: a gateway's payment opened it. `name` null: not a person. */
export const Confirmation = z.object({ name: z.nullable(z.string()), at: Time, note: z.nullable(z.string()) })
export type Confirmation = z.infer<typeof Confirmation>
const params = z.object({ trade_no: TradeNo })
export const adminGetOrder = endpoint({
  method: 'GET',
  path: '/admin/orders/:trade_no',
  access: ['orders.read'],
  summary: 'One order with its payment attempts and receipts',
  params,
  response: z.object({
    order: AdminOrder,
    attempts: z.array(PaymentAttempt),
    receipts: z.array(Receipt),
    refunds: z.array(Refund),
    confirmed: z.nullable(Confirmation),
    /** null: nothing can be refunded. */
    refundable: z.nullable(Refundable),
  }),
})
export const adminReadProof = endpoint({
  method: 'GET',
  path: '/admin/orders/:trade_no/proofs/:id',
  access: ['orders.read'],
  summary: 'A picture or PDF that a member sent as proof of payment',
  params: z.object({ trade_no: TradeNo, id: NumberText }),
  response: ProofContent,
})
export const adminRefundOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:trade_no/refunds',
  access: ['orders.refund'],
  summary: 'Refund an order in full or in part; the same number again is the same refund',
  fresh: true,
  params,
  body: z.object({
    refund_no: RefundNo,
    way: RefundWay,
    amount: Amount.check(z.gte(1)),
    /** Number of the payment to refund through its gateway; absent: the order's only one. */
    attempt_no: z.optional(z.string().check(z.maxLength(62))),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** true: end the rest of the order's term. Absent: only if the whole order is refunded. */
    end_term: z.optional(z.boolean()),
    /** true: refund although a dispute is open and may take the same money. Otherwise the refund is refused. */
    despite_dispute: z.optional(z.boolean()),
  }),
  response: Refund,
})
export const adminMarkPaid = endpoint({
  method: 'POST',
  path: '/admin/orders/:trade_no/payment',
  access: ['money.book'],
  summary: 'Mark an unpaid order as paid, and say which of its open receipts paid it',
  params,
  body: z.object({
    note: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    /** One decision per open receipt of the order. `use`: it pays the order, and the rest came in by hand. Absent: there are none. */
    receipts: z.optional(z.array(z.object({ id: z.int(), use: z.boolean() })).check(z.maxLength(100))),
  }),
  response: AdminOrder,
})
export const adminCancelOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:trade_no/cancellation',
  access: ['orders.write'],
  summary: 'Cancel an unpaid order',
  params,
  response: AdminOrder,
})
export const adminRetryOrder = endpoint({
  method: 'POST',
  path: '/admin/orders/:trade_no/opening',
  access: ['orders.write'],
  summary: 'Retry opening a paid order in review',
  params,
  response: AdminOrder,
})
