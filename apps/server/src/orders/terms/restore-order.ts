import { canMove } from '@portico/contract/orders'
import type { Tx } from '../../db/client.ts'
import { moveOrder } from '../move-order.ts'
import type { OrderRow } from '../orders.table.ts'
import { heirOf } from '../value/heir.ts'

/** Restores a locked order whose refunds came back to its former status. Others stay. */
export async function restoreOrder(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!canMove(order.status, 'restore')) return order
  if (order.completedAt === null) return moveOrder(tx, order, 'reopen')
  return moveOrder(tx, order, (await heirOf(tx, order)) ? 'restore_absorbed' : 'restore')
}
