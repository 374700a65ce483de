import type { Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { invoicesDue } from './invoices.table.ts'

/** A paid order, a refund that reached the member, or one that the gateway reported. */
type Cause = { orderId: number } | { refundId: number } | { reversalId: number }

/** Makes a document due, once for each cause. A job issues it within moments, or as soon as the seller's data are complete. */
export async function oweInvoice(tx: Tx, cause: Cause): Promise<void> {
  await tx.insert(invoicesDue).values(cause).onConflictDoNothing()
  await enqueue(tx, 'issue_invoices', {}, { key: `issue_invoices:${Object.entries(cause).join()}` })
}
