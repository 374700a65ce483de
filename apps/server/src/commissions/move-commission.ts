import { and, asc, eq, inArray } from 'drizzle-orm'
import { type CommissionAction, commissionActions } from '@portico/contract/commissions'
import type { Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { type CommissionRow, commissions } from './commissions.table.ts'

export async function lockCommission(tx: Tx, id: number): Promise<CommissionRow> {
  return foundRow(await tx.select().from(commissions).where(eq(commissions.id, id)).for('update'))
}

/** Locks a commission for a job; null: another transaction has it. */
export async function lockFreeCommission(tx: Tx, id: number): Promise<CommissionRow | null> {
  const [commission] = await tx.select().from(commissions).where(eq(commissions.id, id)).for('update', { skipLocked: true })
  return commission ?? null
}

/** Locks all commissions of an order, always in the same order. */
export function lockCommissionsOf(tx: Tx, orderId: number): Promise<CommissionRow[]> {
  return tx.select().from(commissions).where(eq(commissions.orderId, orderId)).orderBy(asc(commissions.id)).for('update')
}

/** The number by which operators know the order of a commission. */
export async function orderNumber(tx: Tx, { orderId }: CommissionRow): Promise<string> {
  const [order] = await tx.select({ tradeNo: orders.tradeNo }).from(orders).where(eq(orders.id, orderId))
  return order?.tradeNo ?? ''
}

/** The only writer of a commission's status. Throws `commission.wrong_status` when it loses a race and finds no row. */
export async function moveCommission(
  tx: Tx,
  commission: CommissionRow,
  action: CommissionAction,
  set: Partial<CommissionRow> = {},
): Promise<CommissionRow> {
  const { from, to } = commissionActions[action]
  const [moved] = await tx
    .update(commissions)
    .set({ ...set, status: to })
    .where(and(eq(commissions.id, commission.id), inArray(commissions.status, [...from])))
    .returning()
  if (!moved) throw new AppError('commission.wrong_status', { details: { status: commission.status, action } })
  return moved
}
