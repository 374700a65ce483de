import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { AttemptStatus, ReceiptOutcome, ReceiptResolution } from '@portico/contract/orders-admin'
import type { Driver, PaymentMethod } from '@portico/contract/payments-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { translations } from '../db/columns.ts'
import { orders } from '../orders/orders.table.ts'

export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Random part of the notification URL, which names the method and not only its driver. */
    uuid: text('uuid').notNull(),
    driver: text('driver').$type<Driver>().notNull(),
    name: text('name').notNull(),
    translations: translations<PaymentMethod['translations']>(),
    icon: text('icon'),
    config: jsonb('config').$type<Record<string, string>>().notNull(),
    feePercent: integer('fee_percent').notNull().default(0),
    feeFixed: bigint('fee_fixed', { mode: 'number' }).notNull().default(0),
    /** Tolerated shortfall, in minor units of `currency`. */
    underpaidTolerance: bigint('underpaid_tolerance', { mode: 'number' }).notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    exchangeRate: bigint('exchange_rate', { mode: 'number' }),
    notifyOrigin: text('notify_origin'),
    /** Saved before private addresses were refused: its addresses are called whatever they are, until one is changed. */
    keepsAddresses: boolean('keeps_addresses').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** A used method is only withdrawn: its notifications are still verified. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('payment_methods_uuid').on(t.uuid),
    check('payment_methods_fees', sql`least(fee_percent, fee_fixed, underpaid_tolerance) >= 0`),
  ],
)
export type PaymentMethodRow = typeof paymentMethods.$inferSelect

/** A card stored at a gateway: the gateway's ids for its owner and for the card. */
export type CardRef = { customer: string; token: string }

/** `refused`: by its bank or its gateway. */
type ChargedCard = CardRef & { refused?: true }

/** One attempt to pay an order by one method. An order can have many; any of them can settle it, once. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Our number of the attempt at the gateway. */
    attemptNo: text('attempt_no').notNull(),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    status: text('status').$type<AttemptStatus>().notNull().default('created'),
    /** Order total plus fee, in the order's currency. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    feeAmount: bigint('fee_amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** Amount in the gateway's currency, and the rate used. */
    payAmount: bigint('pay_amount', { mode: 'number' }).notNull(),
    payCurrency: char('pay_currency', { length: 3 }).notNull(),
    exchangeRate: bigint('exchange_rate', { mode: 'number' }),
    /** The gateway's own number, if it gives one at the start. */
    externalId: text('external_id'),
    checkoutType: smallint('checkout_type'),
    checkoutData: text('checkout_data'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
    /** When to ask the gateway next about this attempt; null: never. */
    nextAskAt: timestamp('next_ask_at', { withTimezone: true }),
    /** Member's text as proof of payment, for methods that an operator confirms. */
    proof: text('proof'),
    proofAt: timestamp('proof_at', { withTimezone: true }),
    /** The member wants their card saved for renewals. */
    saveCard: boolean('save_card').notNull().default(false),
    /** The saved card to charge; null: the payer goes to the gateway. */
    chargedCard: jsonb('charged_card').$type<ChargedCard>(),
  },
  (t) => [
    index('payment_attempts_ask')
      .on(t.nextAskAt)
      .where(sql`next_ask_at is not null`),
    uniqueIndex('payment_attempts_no').on(t.attemptNo),
    uniqueIndex('payment_attempts_external')
      .on(t.methodId, t.externalId)
      .where(sql`external_id is not null`),
    index('payment_attempts_order').on(t.orderId),
    index('payment_attempts_similar').on(t.methodId, t.payAmount, t.createdAt),
    index('payment_attempts_proved')
      .on(t.methodId, t.proofAt)
      .where(sql`proof is not null`),
  ],
)
export type PaymentAttemptRow = typeof paymentAttempts.$inferSelect

/** Payments that gateways reported, one row each, however often reported. */
export const paymentReceipts = pgTable(
  'payment_receipts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    /** The gateway's number; other numbers of the payment are in `receiptNumbers`. */
    callbackNo: text('callback_no').notNull(),
    attemptId: bigint('attempt_id', { mode: 'number' })
      .notNull()
      .references(() => paymentAttempts.id),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    outcome: text('outcome').$type<ReceiptOutcome>().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    /** Booked from a statement, under the statement's number; the gateway has not reported it. */
    fromStatement: boolean('from_statement').notNull().default(false),
    /** Part of `amount` refunded through the gateway, also under way, and its value in the order's currency. */
    returnedAmount: bigint('returned_amount', { mode: 'number' }).notNull().default(0),
    returnedValue: bigint('returned_value', { mode: 'number' }).notNull().default(0),
    /** Part of `amount` that the gateway took back before an operator decided, so nobody got it. */
    returnedUnclear: bigint('returned_unclear', { mode: 'number' }).notNull().default(0),
    /** Operator's decision about an unclear payment; null: none yet. */
    resolution: text('resolution').$type<ReceiptResolution>(),
    resolvedAt: timestamp('resolved_at', { withTimezone: true }),
    /** null with a resolution: the gateway took the money back. */
    resolvedBy: bigint('resolved_by', { mode: 'number' }).references(() => accounts.id),
    resolutionNote: text('resolution_note'),
  },
  (t) => [
    uniqueIndex('payment_receipts_callback').on(t.methodId, t.callbackNo, t.attemptId),
    index('payment_receipts_attempt').on(t.attemptId),
    index('payment_receipts_similar').on(t.methodId, t.amount, t.receivedAt),
    index('payment_receipts_unclear')
      .on(t.id)
      .where(sql`outcome not in ('settled', 'credited')`),
    check(
      'payment_receipts_returned',
      sql`least(returned_amount, returned_value, returned_unclear) >= 0 and returned_amount + returned_unclear <= amount`,
    ),
    check('payment_receipts_resolved', sql`(resolution is null) = (resolved_at is null)`),
    check('payment_receipts_resolvable', sql`resolution is null or outcome not in ('settled', 'credited')`),
  ],
)
export type PaymentReceiptRow = typeof paymentReceipts.$inferSelect

/** Numbers under which gateways and statements know a payment. Each belongs to the first payment that came under it. */
export const receiptNumbers = pgTable(
  'payment_receipt_numbers',
  {
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    number: text('number').notNull(),
    receiptId: bigint('receipt_id', { mode: 'number' })
      .notNull()
      .references(() => paymentReceipts.id),
  },
  (t) => [primaryKey({ columns: [t.methodId, t.number] }), index('payment_receipt_numbers_receipt').on(t.receiptId)],
)
