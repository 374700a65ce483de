import type { Settings } from '@portico/contract/settings-admin'
import { and, eq, gt, inArray, sql, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '../ledger/ledger.table.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import type { PaymentMethodRow, PaymentReceiptRow } from '../payments/payments.table.ts'
import type { ReversalRow, RefundRow } from '../refunds/refunds.table.ts'
import { readBuyer } from './buyer.ts'
import { type Composed, described, namesIn } from './compose-invoice.ts'
import { containedTax } from './contained-tax.ts'
import { type InvoiceContent, type InvoiceRow, invoices } from './invoices.table.ts'
import { sellerOf } from './seller.ts'

type Credited = { receipt: PaymentReceiptRow; order: OrderRow; method: PaymentMethodRow }

/** The invoice for the part of a payment that went to the balance, as for a top-up; null: nothing did. */
export async function composeCredit(db: Db, { receipt, order, method }: Credited, settings: Settings): Promise<Composed | null> {
  const amount = await creditedFrom(db, receipt.id)
  if (amount === 0) return null
  const { seller, tax } = sellerOf(settings)
  const named = { name: method.name, translations: namesIn((language) => method.translations[language]?.name) }
  const content: InvoiceContent = {
    seller,
    tax,
    buyer: await readBuyer(db, order.accountId),
    order: {
      ...described(order),
      type: 'topup',
      period: null,
      plan: { name: '', translations: {} },
      paidAt: receipt.receivedAt.toISOString(),
    },
    lines: [{ kind: 'price', amount }],
    payments: [{ way: 'outside', amount, method: named }],
    waived: 0,
    corrects: null,
  }
  return { totalAmount: amount, taxedAmount: amount, taxAmount: containedTax(amount, tax?.rate ?? 0), content }
}

async function creditedFrom(db: Db, receiptId: number): Promise<number> {
  const [row] = await db
    .select({ amount: sum(ledgerEntries.amount).mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .where(
      and(
        eq(ledgerTransactions.receiptId, receiptId),
        inArray(ledgerTransactions.kind, ['payment.credited', 'order.paid']),
        eq(ledgerAccounts.kind, 'member'),
        gt(ledgerEntries.amount, 0),
      ),
    )
  return row?.amount ?? 0
}

/**
 * The credit note for money that went back. It has the buyer and the tax rate of its invoice. Outside, it is never for more than the
 * invoice still counts as received; null: for nothing.
 */
export async function composeCreditNote(db: Db, invoice: InvoiceRow, returned: Returned, settings: Settings): Promise<Composed | null> {
  const { buyer, tax, order, payments } = invoice.content
  const before = await returnedBefore(db, invoice.id)
  const isOutside = returned.way === 'outside'
  const amount = isOutside ? Math.min(returned.amount, Math.max(0, invoice.taxedAmount - before.taxed)) : returned.amount
  if (amount === 0) return null
  const method = payments.find(({ way }) => way === returned.way)?.method ?? null
  const content: InvoiceContent = {
    seller: sellerOf(settings).seller,
    buyer,
    tax,
    order,
    lines: [],
    payments: [{ way: returned.way, amount, method }],
    waived: 0,
    corrects: { no: invoice.no, issuedAt: invoice.issuedAt.toISOString() },
  }
  const taxedAmount = isOutside ? amount : 0
  // The difference of two sums, so that no tax is left after a full refund, however the parts were rounded.
  const taxAmount = isOutside ? containedTax(before.taxed + amount, tax?.rate ?? 0) - before.tax : 0
  return { totalAmount: amount, taxedAmount, taxAmount, content }
}

/** Amounts returned so far, by credit notes that are not cancelled. */
async function returnedBefore(db: Db, invoiceId: number): Promise<{ taxed: number; tax: number }> {
  const stands = sql`not exists (select from ${invoices} later where later.corrects_id = ${invoices}.id)`
  const [row] = await db
    .select({ taxed: sum(invoices.taxedAmount).mapWith(Number), tax: sum(invoices.taxAmount).mapWith(Number) })
    .from(invoices)
    .where(and(eq(invoices.correctsId, invoiceId), stands))
  return { taxed: row?.taxed ?? 0, tax: row?.tax ?? 0 }
}

/** The invoice that takes a credit note back: the same amounts. */
export function composeCancelling(note: InvoiceRow, settings: Settings): Composed {
  const { totalAmount, taxedAmount, taxAmount } = note
  const corrects = { no: note.no, issuedAt: note.issuedAt.toISOString() }
  return { totalAmount, taxedAmount, taxAmount, content: { ...note.content, seller: sellerOf(settings).seller, corrects } }
}

export type Returned = { way: 'balance' | 'outside'; amount: number }

export function returnedBy(cause: { refund: RefundRow } | { reversal: ReversalRow }): Returned {
  if ('refund' in cause) return { way: cause.refund.way === 'balance' ? 'balance' : 'outside', amount: cause.refund.amount }
  return { way: 'outside', amount: cause.reversal.valueAmount }
}
