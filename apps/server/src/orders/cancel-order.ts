import { and, eq, lte } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockOrder, moveOrder } from './move-order.ts'
import { type OrderRow, orders } from './orders.table.ts'

/** Cancels an unpaid order. `accountId` null: an operator does it. Another member's order is not found, so numbers cannot be probed. */
export async function cancelOrder({ transaction }: Database, accountId: number | null, tradeNo: string): Promise<OrderRow> {
  return transaction(async (tx) => {
    const order = await lockOrder(tx, tradeNo)
    if (accountId !== null && order.accountId !== accountId) throw new AppError('order.not_found')
    return moveOrder(tx, order, 'cancel')
  })
}

/** Ends unpaid orders whose time is over, one transaction each. One that was paid meanwhile stays paid. */
export async function expireOrders(database: Database, now: Date): Promise<number> {
  const due = await database.db
    .select({ tradeNo: orders.tradeNo })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), lte(orders.expiresAt, now)))
    .limit(1000)
  let expired = 0
  for (const { tradeNo } of due) {
    try {
      await database.transaction(async (tx) => moveOrder(tx, await lockOrder(tx, tradeNo), 'expire'))
      expired++
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'order.wrong_status')) throw error
    }
  }
  return expired
}
