import { and, arrayContains, eq, inArray } from 'drizzle-orm'
import { canMove } from '@portico/contract/orders'
import type { Tx } from '../../db/client.ts'
import { moveOrder } from '../move-order.ts'
import { type OrderRow, orders } from '../orders.table.ts'

/** Moves a locked order whose refunds came back to what it was before. Others stay as they are. */
export async function restoreOrder(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!canMove(order.status, 'restore')) return order
  if (order.completedAt === null) return moveOrder(tx, order, 'reopen')
  const [heir] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, order.accountId),
        arrayContains(orders.surplusOrderIds, [order.id]),
        inArray(orders.status, ['completed', 'absorbed', 'refunded']),
      ),
    )
    .limit(1)
  return moveOrder(tx, order, heir ? 'restore_absorbed' : 'restore')
}
