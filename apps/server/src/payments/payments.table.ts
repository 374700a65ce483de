import { sql } from 'drizzle-orm'
import { bigint, boolean, char, check, index, integer, jsonb, pgTable, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AttemptStatus, ReceiptOutcome } from '@portico/contract/orders-admin'
import type { Driver } from '@portico/contract/payments-admin'
import { orders } from '../orders/orders.table.ts'

export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** In the notification address, so that it names the method and not only the driver. */
    uuid: text('uuid').notNull(),
    driver: text('driver').$type<Driver>().notNull(),
    name: text('name').notNull(),
    icon: text('icon'),
    config: jsonb('config').$type<Record<string, string>>().notNull(),
    feePercent: integer('fee_percent').notNull().default(0),
    feeFixed: bigint('fee_fixed', { mode: 'number' }).notNull().default(0),
    currency: char('currency', { length: 3 }).notNull(),
    exchangeRate: bigint('exchange_rate', { mode: 'number' }),
    notifyOrigin: text('notify_origin'),
    enabled: boolean('enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** A method in use is only withdrawn: its notifications are still verified. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('payment_methods_uuid').on(t.uuid), check('payment_methods_fees', sql`fee_percent >= 0 and fee_fixed >= 0`)],
)
export type PaymentMethodRow = typeof paymentMethods.$inferSelect

/** One try to pay an order by one method. An order has many; any of them may settle it, once. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Our number at the gateway. */
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
    /** What the gateway is asked for, in its own currency, and the rate used. */
    payAmount: bigint('pay_amount', { mode: 'number' }).notNull(),
    payCurrency: char('pay_currency', { length: 3 }).notNull(),
    exchangeRate: bigint('exchange_rate', { mode: 'number' }),
    /** The gateway's own number, where it gives one at the start. */
    externalId: text('external_id'),
    checkoutType: smallint('checkout_type'),
    checkoutData: text('checkout_data'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('payment_attempts_no').on(t.attemptNo),
    uniqueIndex('payment_attempts_external').on(t.methodId, t.externalId),
    index('payment_attempts_order').on(t.orderId),
  ],
)
export type PaymentAttemptRow = typeof paymentAttempts.$inferSelect

/** Money a gateway said it received: one row for each of its own numbers, however often it says so. */
export const paymentReceipts = pgTable(
  'payment_receipts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    methodId: bigint('method_id', { mode: 'number' })
      .notNull()
      .references(() => paymentMethods.id),
    callbackNo: text('callback_no').notNull(),
    attemptId: bigint('attempt_id', { mode: 'number' })
      .notNull()
      .references(() => paymentAttempts.id),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: char('currency', { length: 3 }).notNull(),
    outcome: text('outcome').$type<ReceiptOutcome>().notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  },
  (t) => [uniqueIndex('payment_receipts_callback').on(t.methodId, t.callbackNo), index('payment_receipts_attempt').on(t.attemptId)],
)
