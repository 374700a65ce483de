import { canMove } from '@portico/contract/order-status'
import type { Tx } from '../../db/client.ts'
import { moveOrder } from '../move-order.ts'
import type { OrderRow } from '../orders.table.ts'
import { absorberOf } from '../value/absorber.ts'

/** Restores a locked order whose refunds came back to its former status. Others stay. */
export async function restoreOrder(tx: Tx, order: OrderRow): Promise<OrderRow> {
  if (!canMove(order.status, 'restore')) return order
  if (order.completedAt === null) return moveOrder(tx, order, 'reopen')
  return moveOrder(tx, order, (await absorberOf(tx, order)) ? 'restore_absorbed' : 'restore')
}
