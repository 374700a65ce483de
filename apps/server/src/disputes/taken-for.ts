import { sql } from 'drizzle-orm'
import { paymentReversals } from '../refunds/refunds.table.ts'
import { disputes } from './disputes.table.ts'

/**
 * Condition: a reversal belongs to a dispute: it has the dispute's number, or one that no dispute has, because some gateways number
 * withdrawals apart.
 */
export const isTakenFor = sql<boolean>`(${paymentReversals.receiptId} = ${disputes.receiptId} and ${paymentReversals.cause} = 'chargeback'
  and (${paymentReversals.reversalNo} = ${disputes.disputeNo} or not exists (
    select from disputes other where other.method_id = ${paymentReversals.methodId} and other.dispute_no = ${paymentReversals.reversalNo})))`
