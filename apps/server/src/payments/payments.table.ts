import { sql } from 'drizzle-orm'
import { boolean, char, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AttemptStatus, ReceiptOutcome, ReceiptResolution } from '@portico/contract/orders-admin'
import type { Driver, PaymentMethod } from '@portico/contract/payments-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time, translations, whole } from '../db/columns.ts'
import { orders } from '../orders/orders.table.ts'

export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: id(),
    /** Part of the notification URL, so that it names the method and not only the driver. */
    uuid: text('uuid').notNull(),
    driver: text('driver').$type<Driver>().notNull(),
    name: text('name').notNull(),
    translations: translations<PaymentMethod['translations']>(),
    icon: text('icon'),
    config: jsonb('config').$type<Record<string, string>>().notNull(),
    feePercent: integer('fee_percent').notNull().default(0),
    feeFixed: money('fee_fixed').notNull().default(0),
    /** In `currency`. */
    underpaidTolerance: money('underpaid_tolerance').notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    exchangeRate: whole('exchange_rate'),
    notifyOrigin: text('notify_origin'),
    /** Saved before private addresses were refused: its addresses are called whatever they are, until one is changed. */
    keepsAddresses: boolean('keeps_addresses').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    /** A used method is only withdrawn: its notifications are still verified. */
    deletedAt: time('deleted_at'),
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
    id: id(),
    /** Our number at the gateway. */
    attemptNo: text('attempt_no').notNull(),
    orderId: ref('order_id', () => orders.id).notNull(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    status: text('status').$type<AttemptStatus>().notNull().default('created'),
    /** Order total plus fee, in the order's currency. */
    amount: money('amount').notNull(),
    feeAmount: money('fee_amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    /** What the gateway charges, in its currency, and the rate used. */
    payAmount: money('pay_amount').notNull(),
    payCurrency: char('pay_currency', { length: 3 }).notNull(),
    exchangeRate: whole('exchange_rate'),
    /** The gateway's own number, if it gives one at the start. */
    externalId: text('external_id'),
    checkoutType: smallint('checkout_type'),
    checkoutData: text('checkout_data'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    settledAt: time('settled_at'),
    /** When to ask the gateway next about this attempt; null: never. */
    nextAskAt: time('next_ask_at'),
    /** How the member says they paid, for a method that an operator confirms. */
    proof: text('proof'),
    proofAt: time('proof_at'),
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
    id: id(),
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    /** The gateway's number; what it calls the payment otherwise is in `receiptNumbers`. */
    callbackNo: text('callback_no').notNull(),
    attemptId: ref('attempt_id', () => paymentAttempts.id).notNull(),
    amount: money('amount').notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    outcome: text('outcome').$type<ReceiptOutcome>().notNull(),
    receivedAt: time('received_at').notNull(),
    /** Booked from a statement, under the statement's number; the gateway has not reported it. */
    fromStatement: boolean('from_statement').notNull().default(false),
    /** How much of `amount` was refunded through the gateway or is on its way back, and its value in the order's currency. */
    returnedAmount: money('returned_amount').notNull().default(0),
    returnedValue: money('returned_value').notNull().default(0),
    /** What the gateway took back of `amount` before an operator had decided about it: nobody was given that part. */
    returnedUnclear: money('returned_unclear').notNull().default(0),
    /** What an operator decided about an unclear payment; null: nothing yet. */
    resolution: text('resolution').$type<ReceiptResolution>(),
    resolvedAt: time('resolved_at'),
    /** null with a resolution: the gateway took the money back. */
    resolvedBy: ref('resolved_by', () => accounts.id),
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
    methodId: ref('method_id', () => paymentMethods.id).notNull(),
    number: text('number').notNull(),
    receiptId: ref('receipt_id', () => paymentReceipts.id).notNull(),
  },
  (t) => [primaryKey({ columns: [t.methodId, t.number] }), index('payment_receipt_numbers_receipt').on(t.receiptId)],
)
