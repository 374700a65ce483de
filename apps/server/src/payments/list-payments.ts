import type { Settings } from '@portico/contract/settings-admin'
import { and, asc, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { type Charge, chargeOf } from './charge.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { type PaymentAttemptRow, paymentAttempts, type PaymentMethodRow, paymentMethods, paymentReceipts } from './payments.table.ts'
import { paymentProofs } from './proofs.table.ts'
import { type RefundRow, refunds } from '../refunds/refunds.table.ts'
import { keepsCard } from './card-methods.ts'

type Bill = Pick<OrderRow, 'type' | 'period' | 'currency' | 'totalAmount'>
export type Choice = { method: PaymentMethodRow; charge: Charge; canSaveCard: boolean }

/**
 * Enabled methods that can collect this order, in the operator's order; none unless it waits for payment. After its time only those with
 * a proof that an operator has yet to check.
 */
export async function listChoices(db: Db, order: OrderRow, { now, settings }: Context): Promise<Choice[]> {
  if (order.status !== 'pending') return []
  if (order.expiresAt > now) return choicesFor(db, order, settings)
  const proved = await db
    .selectDistinct({ methodId: paymentAttempts.methodId })
    .from(paymentAttempts)
    .leftJoin(paymentProofs, eq(paymentProofs.attemptId, paymentAttempts.id))
    .where(and(eq(paymentAttempts.orderId, order.id), or(isNotNull(paymentAttempts.proof), isNotNull(paymentProofs.id))))
  if (proved.length === 0) return []
  const choices = await choicesFor(db, order, settings)
  return choices.filter(({ method }) => proved.some(({ methodId }) => methodId === method.id))
}

/** Enabled methods for an amount, also before there is an order; empty if nothing is to be paid. */
export async function choicesFor(db: Db, order: Bill, settings: Settings): Promise<Choice[]> {
  if (order.totalAmount === 0) return []
  const methods = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.enabled, true), isNull(paymentMethods.deletedAt)))
    .orderBy(asc(paymentMethods.sort), asc(paymentMethods.id))
  return methods.flatMap((method) => {
    if (order.type === 'topup' && !drivers[method.driver].start) return []
    const charge = chargeOf(order, method)
    if (!charge || !drivers[method.driver].canCharge(charge.payCurrency)) return []
    return [{ method, charge, canSaveCard: keepsCard(order, method, settings) }]
  })
}

type Method = { name: string; driver: string }
export type AttemptOf = { attempt: PaymentAttemptRow; method: Method }
export type ReceiptOf = { receipt: typeof paymentReceipts.$inferSelect; attempt: PaymentAttemptRow; method: Method }

export type RefundOf = { refund: RefundRow; attemptNo: string | null }

/** All attempts, receipts and refunds of an order, newest first. */
export async function listPayments(
  db: Db,
  orderId: number,
): Promise<{ attempts: AttemptOf[]; receipts: ReceiptOf[]; refunds: RefundOf[] }> {
  const method = { name: paymentMethods.name, driver: paymentMethods.driver }
  const [attempts, receipts, given] = await Promise.all([
    db
      .select({ attempt: paymentAttempts, method })
      .from(paymentAttempts)
      .innerJoin(paymentMethods, eq(paymentMethods.id, paymentAttempts.methodId))
      .where(eq(paymentAttempts.orderId, orderId))
      .orderBy(desc(paymentAttempts.id)),
    db
      .select({ receipt: paymentReceipts, attempt: paymentAttempts, method })
      .from(paymentReceipts)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentReceipts.attemptId))
      .innerJoin(paymentMethods, eq(paymentMethods.id, paymentReceipts.methodId))
      .where(eq(paymentAttempts.orderId, orderId))
      .orderBy(desc(paymentReceipts.id)),
    db
      .select({ refund: refunds, attemptNo: paymentAttempts.attemptNo })
      .from(refunds)
      .leftJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
      .where(eq(refunds.orderId, orderId))
      .orderBy(desc(refunds.id)),
  ])
  return { attempts, receipts, refunds: given }
}
