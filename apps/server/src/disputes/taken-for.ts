import { sql } from 'drizzle-orm'
import { paymentReversals } from '../refunds/refunds.table.ts'
import { disputes } from './disputes.table.ts'

/**
 * Which chargebacks belong to a dispute: the one with its number, and those with a number that no dispute has, because some gateways give
 * the withdrawal its own.
 */
export const isTakenFor = sql<boolean>`(${paymentReversals.receiptId} = ${disputes.receiptId} and ${paymentReversals.cause} = 'chargeback'
  and (${paymentReversals.reversalNo} = ${disputes.disputeNo} or not exists (
    select from disputes other where other.method_id = ${paymentReversals.methodId} and other.dispute_no = ${paymentReversals.reversalNo})))`
