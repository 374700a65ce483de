import type { InvoiceKind } from '@portico/contract/invoices'
import type { Settings } from '@portico/contract/settings-admin'
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { epochOf } from '../backups/epoch.ts'
import { dayKey } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { foundRow } from '../errors.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { paymentAttempts, paymentMethods, paymentReceipts } from '../payments/payments.table.ts'
import { paymentReversals, refunds } from '../refunds/refunds.table.ts'
import { composeCancelling, composeCredit, composeCreditNote, returnedBy } from './compose-correction.ts'
import { type Composed, composeInvoice } from './compose-invoice.ts'
import { type InvoiceDueRow, type InvoiceRow, invoices, invoicesDue, invoiceSeries } from './invoices.table.ts'
import { missingOfSeller } from './seller.ts'

const PREFIX: Record<InvoiceKind, string> = { invoice: 'INV', credit_note: 'CRN' }
const AT_ONCE = 500

/**
 * Issues due documents, oldest first, if the seller's settings are complete. Processes may run it at once. Returns the number issued.
 * Failures stay due, and the first error is thrown at the end.
 */
export async function issueInvoices(database: Database, context: Context): Promise<number> {
  if (missingOfSeller(context.settings).length > 0) return 0
  const errors: unknown[] = []
  let issued = 0
  let last = 0
  for (;;) {
    const due = await database.db
      .select({ id: invoicesDue.id })
      .from(invoicesDue)
      .where(gt(invoicesDue.id, last))
      .orderBy(asc(invoicesDue.id))
      .limit(AT_ONCE)
    for (const { id } of due) {
      try {
        if (await issueOne(database, id, context)) issued++
      } catch (error) {
        errors.push(error)
      }
      last = id
    }
    if (due.length < AT_ONCE) break
  }
  if (errors.length > 0) throw errors[0]
  return issued
}

/** Takes the number in the same transaction, so there is none without a document. False if nothing had to be issued. */
async function issueOne({ transaction }: Database, dueId: number, context: Context): Promise<boolean> {
  return transaction(async (tx) => {
    // The first of several processes deletes it; the others then find nothing.
    const [due] = await tx.delete(invoicesDue).where(eq(invoicesDue.id, dueId)).returning()
    if (!due) return false
    if (due.orderId !== null) return invoice(tx, due.orderId, context)
    if (due.receiptId !== null) return invoiceCredit(tx, due.receiptId, context)
    return due.cancels ? cancel(tx, due, context) : correct(tx, due, context)
  })
}

async function invoice(tx: Tx, orderId: number, { now, settings }: Context): Promise<boolean> {
  const order = foundRow(await tx.select().from(orders).where(eq(orders.id, orderId)))
  const composed = await composeInvoice(tx, order, settings)
  if (!composed) return false
  await insert(tx, 'invoice', { order, composed, cause: {} }, { now, settings })
  return true
}

/** A payment that went to the balance. */
async function invoiceCredit(tx: Tx, receiptId: number, { now, settings }: Context): Promise<boolean> {
  const credited = foundRow(
    await tx
      .select({ receipt: paymentReceipts, order: orders, method: paymentMethods })
      .from(paymentReceipts)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
      .where(eq(paymentReceipts.id, receiptId)),
  )
  const composed = await composeCredit(tx, credited, settings)
  if (!composed) return false
  await insert(tx, 'invoice', { order: credited.order, composed, cause: { receiptId } }, { now, settings })
  return true
}

/** Issues a credit note. None for orders older than invoices, or for money that the invoice no longer counts. */
async function correct(tx: Tx, due: InvoiceDueRow, { now, settings }: Context): Promise<boolean> {
  const { order, receiptId, returned } = await returnOf(tx, due)
  const ofCredit = receiptId === null ? undefined : eq(invoices.receiptId, receiptId)
  const ofOrder = and(eq(invoices.orderId, order.id), eq(invoices.kind, 'invoice'), isNull(invoices.receiptId), eq(invoices.cancels, false))
  const [corrected] = await tx
    .select()
    .from(invoices)
    .where(ofCredit ?? ofOrder)
    // The conditions leave one. Should they not, the newest shows it.
    .orderBy(desc(invoices.id))
    .limit(1)
  if (!corrected) {
    const first = receiptId === null ? eq(invoicesDue.orderId, order.id) : eq(invoicesDue.receiptId, receiptId)
    if ((await tx.$count(invoicesDue, first)) > 0) throw new Error(`the invoice of ${order.tradeNo} comes first`)
    return false
  }
  const composed = await composeCreditNote(tx, corrected, returned, settings)
  if (!composed) return false
  const { refundId, reversalId } = due
  await insert(tx, 'credit_note', { order, composed, cause: { refundId, reversalId, correctsId: corrected.id } }, { now, settings })
  return true
}

/** Cancels the credit note of a refund that failed, by an invoice of the same amounts. */
async function cancel(tx: Tx, due: InvoiceDueRow, { now, settings }: Context): Promise<boolean> {
  const { order } = await returnOf(tx, due)
  const { refundId, reversalId } = due
  const isOfRefund = refundId === null ? eq(invoices.reversalId, reversalId ?? 0) : eq(invoices.refundId, refundId)
  const [cancelled] = await tx
    .select()
    .from(invoices)
    .where(and(isOfRefund, eq(invoices.kind, 'credit_note')))
  if (!cancelled) {
    const first = refundId === null ? eq(invoicesDue.reversalId, reversalId ?? 0) : eq(invoicesDue.refundId, refundId)
    if ((await tx.$count(invoicesDue, first)) > 0) throw new Error(`the credit note of ${order.tradeNo} comes first`)
    return false
  }
  const cause = { refundId, reversalId, cancels: true, correctsId: cancelled.id }
  await insert(tx, 'invoice', { order, composed: composeCancelling(cancelled, settings), cause }, { now, settings })
  return true
}

/** The refund or reversal of a due document. Locks the order, so that its credit notes are composed in turn. */
async function returnOf(tx: Tx, { refundId, reversalId }: InvoiceDueRow) {
  if (refundId !== null) {
    const { order, refund } = foundRow(
      await tx
        .select({ order: orders, refund: refunds })
        .from(refunds)
        .innerJoin(orders, eq(orders.id, refunds.orderId))
        .where(eq(refunds.id, refundId))
        .for('update', { of: orders }),
    )
    return { order, receiptId: null, returned: returnedBy({ refund }) }
  }
  const { order, reversal } = foundRow(
    await tx
      .select({ order: orders, reversal: paymentReversals })
      .from(paymentReversals)
      .innerJoin(paymentReceipts, eq(paymentReceipts.id, paymentReversals.receiptId))
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(eq(paymentReversals.id, reversalId ?? 0))
      .for('update', { of: orders }),
  )
  // A payment on the balance has its own invoice.
  const receiptId = reversal.outcome === 'balance' ? reversal.receiptId : null
  return { order, receiptId, returned: returnedBy({ reversal }) }
}

type Cause = Partial<Pick<InvoiceRow, 'receiptId' | 'refundId' | 'reversalId' | 'cancels' | 'correctsId'>>
type Issue = { order: OrderRow; composed: Composed; cause: Cause }
type At = { now: Date; settings: Settings }

async function insert(tx: Tx, kind: InvoiceKind, { order, composed, cause }: Issue, { now, settings }: At): Promise<void> {
  const year = Number(dayKey(now, settings['site.timezone']).slice(0, 4))
  const series = await epochOf(tx)
  const number = await nextNumber(tx, { kind, year, series })
  const no = [PREFIX[kind], year, ...(series > 0 ? [`R${series}`] : []), String(number).padStart(6, '0')].join('-')
  const { id: orderId, accountId, currency } = order
  await tx.insert(invoices).values({ kind, year, series, number, no, accountId, orderId, currency, ...composed, ...cause, issuedAt: now })
}

/** The next number of a kind, year and series. Other processes wait until this transaction ends, and take the same number if it fails. */
async function nextNumber(tx: Tx, of: Pick<InvoiceRow, 'kind' | 'year' | 'series'>): Promise<number> {
  const counted = await tx
    .insert(invoiceSeries)
    .values({ ...of, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceSeries.kind, invoiceSeries.year, invoiceSeries.series],
      set: { last: sql`${invoiceSeries.last} + 1` },
    })
    .returning({ last: invoiceSeries.last })
  return writtenRow(counted).last
}
