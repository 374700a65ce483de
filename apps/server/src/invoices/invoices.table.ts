import type { InvoiceKind } from '@portico/contract/invoices'
import type { OrderType } from '@portico/contract/order-status'
import type { OrderLine } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import type { Language } from '@portico/contract/translations'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, char, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, money, ref, time } from '../db/columns.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentReceipts } from '../payments/payments.table.ts'
import { paymentReversals, refunds } from '../refunds/refunds.table.ts'

type Party = { name: string; address: string; taxNumber: string }
type Names = { name: string; translations: { [L in Language]?: string } }

/** Content of a document, in minor units of its currency. Stored as issued, so older documents have older shapes. */
export type InvoiceContent = {
  seller: Party & { footer: string }
  buyer: Party
  /** null: no tax is shown. `rate`: hundredths of a percent. */
  tax: { name: string; rate: number } | null
  order: { tradeNo: string; type: OrderType; period: Period | null; plan: Names; paidAt: string }
  /** The price, discounts and fees. Empty for a credit note. */
  lines: OrderLine[]
  /** How it was paid or refunded. `method` null: no name is known. */
  payments: { way: 'balance' | 'outside'; amount: number; method: Names | null }[]
  /** The part of the price that nobody asked for; 0: none. */
  waived: number
  /** The invoice that a credit note corrects, or the credit note that an invoice cancels. */
  corrects: { no: string; issuedAt: string } | null
}

/**
 * The last number of each kind, year and series: a restore begins a series, because later numbers of the old one may have been given out.
 * Counted in the transaction that issues, so that a number is given only with its document.
 */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    kind: text('kind').$type<InvoiceKind>().notNull(),
    year: integer('year').notNull(),
    series: integer('series').notNull().default(0),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.year, t.series] })],
)

/** Issued documents. Append-only. `content` is the whole content; the PDF is drawn from it on request. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    kind: text('kind').$type<InvoiceKind>().notNull(),
    year: integer('year').notNull(),
    /** 0 until the first restore. */
    series: integer('series').notNull().default(0),
    number: integer('number').notNull(),
    /** Kind, year, series and number in printed form. */
    no: text('no').notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    orderId: ref('order_id', () => orders.id).notNull(),
    refundId: ref('refund_id', () => refunds.id),
    reversalId: ref('reversal_id', () => paymentReversals.id),
    /** Of an invoice for a payment that went to the balance; the order is the one that it was meant for. */
    receiptId: ref('receipt_id', () => paymentReceipts.id),
    /** An invoice that cancels the credit note of a refund that failed later. */
    cancels: boolean('cancels').notNull().default(false),
    /** The invoice that a credit note corrects, or the credit note that an invoice cancels. */
    correctsId: ref('corrects_id', (): AnyPgColumn => invoices.id),
    currency: char('currency', { length: 3 }).notNull(),
    totalAmount: money('total_amount').notNull(),
    /** The part of the total that came from outside or went there, and the tax contained in it. */
    taxedAmount: money('taxed_amount').notNull(),
    taxAmount: money('tax_amount').notNull(),
    content: jsonb('content').$type<InvoiceContent>().notNull(),
    /** Tax rate of the content; null: no tax. */
    taxRate: integer('tax_rate').generatedAlwaysAs(sql`(content -> 'tax' ->> 'rate')::integer`),
    issuedAt: time('issued_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoices_number').on(t.kind, t.year, t.series, t.number),
    uniqueIndex('invoices_no').on(t.no),
    uniqueIndex('invoices_of_order')
      .on(t.orderId)
      .where(sql`kind = 'invoice' and receipt_id is null and not cancels`),
    uniqueIndex('invoices_refund').on(t.refundId, t.cancels),
    uniqueIndex('invoices_reversal').on(t.reversalId, t.cancels),
    uniqueIndex('invoices_receipt').on(t.receiptId),
    index('invoices_order').on(t.orderId),
    index('invoices_corrects').on(t.correctsId),
    index('invoices_account').on(t.accountId, t.id),
    index('invoices_issued').on(t.issuedAt, t.id),
    check('invoices_amounts', sql`total_amount > 0 and taxed_amount between 0 and total_amount and tax_amount between 0 and taxed_amount`),
    check(
      'invoices_corrects',
      sql`(kind = 'credit_note' or cancels) = (corrects_id is not null) and num_nonnulls(refund_id, reversal_id) = (corrects_id is not null)::int and not (kind = 'credit_note' and cancels) and (receipt_id is null or corrects_id is null)`,
    ),
  ],
)
export type InvoiceRow = typeof invoices.$inferSelect

/** Documents to issue, written in the transaction of the payment or refund. */
export const invoicesDue = pgTable(
  'invoices_due',
  {
    id: id(),
    orderId: ref('order_id', () => orders.id),
    refundId: ref('refund_id', () => refunds.id),
    reversalId: ref('reversal_id', () => paymentReversals.id),
    receiptId: ref('receipt_id', () => paymentReceipts.id),
    /** The refund or reversal failed later: its credit note is to be cancelled. */
    cancels: boolean('cancels').notNull().default(false),
  },
  (t) => [
    uniqueIndex('invoices_due_order').on(t.orderId),
    uniqueIndex('invoices_due_refund').on(t.refundId, t.cancels),
    uniqueIndex('invoices_due_reversal').on(t.reversalId, t.cancels),
    uniqueIndex('invoices_due_receipt').on(t.receiptId),
    check('invoices_due_one', sql`num_nonnulls(order_id, refund_id, reversal_id, receipt_id) = 1`),
  ],
)
export type InvoiceDueRow = typeof invoicesDue.$inferSelect

/** Names and addresses that members want on their invoices. */
export const invoiceBuyers = pgTable('invoice_buyers', {
  accountId: ref('account_id', () => accounts.id).primaryKey(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  taxNumber: text('tax_number').notNull(),
})
