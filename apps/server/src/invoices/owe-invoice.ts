import type { Tx } from '../db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { invoicesDue } from './invoices.table.ts'

/**
 * A paid order, a payment that went to the balance, a refund that reached the member, or one that the gateway reported. `cancels`: the
 * refund failed later.
 */
type Cause =
  | { orderId: number }
  | { receiptId: number }
  | { refundId: number; cancels?: boolean }
  | { reversalId: number; cancels?: boolean }

/** Makes a document due, once for each cause. A job issues it within moments, or as soon as the seller's data are complete. */
export async function oweInvoice(tx: Tx, cause: Cause): Promise<void> {
  await tx.insert(invoicesDue).values(cause).onConflictDoNothing()
  await enqueue(tx, 'issue_invoices', {}, { once: true })
}
