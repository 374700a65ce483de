import type { Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import type { Reversed } from './lock-paid.ts'
import { paymentReversals, type ReversalRow } from './refunds.table.ts'

type Booked = Pick<ReversalRow, 'outcome' | 'valueAmount'> &
  Partial<
    Pick<
      ReversalRow,
      'refundId' | 'orderAmount' | 'debtAmount' | 'lossAmount' | 'bonusAmount' | 'returnedAmount' | 'returnedValue' | 'restoredAt'
    >
  >

/** Stores a reversal and its outcome. Returns its id. */
export async function insertReversal(tx: Tx, { receipt, method, reversal, context }: Reversed, booked: Booked): Promise<number> {
  const { reversalNo, cause, amount, currency } = reversal
  const about = { methodId: method.id, receiptId: receipt.id, reversalNo, cause, amount, currency, receivedAt: context.now }
  const values = { orderAmount: 0, lossAmount: 0, ...booked, ...about }
  return writtenRow(await tx.insert(paymentReversals).values(values).returning({ id: paymentReversals.id })).id
}
