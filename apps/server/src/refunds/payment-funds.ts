import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { jobActor } from '../actor.ts'
import { funds, ledgerTransactions } from '../ledger/ledger.table.ts'
import { fundsOfOrders } from '../ledger/funds.ts'
import { cancelWithin } from '../orders/cancel-order.ts'
import { lockOrderById } from '../orders/move-order.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import type { Reversed } from './lock-paid.ts'

/** An order that holds money of a payment. `own`: of the payment; `total`: of all. */
export type Holding = { order: OrderRow; own: number; total: number }

/**
 * Where the money of a payment is now: on the balance, and in orders, which it locks. It first cancels an unpaid order that holds balance
 * from the payment.
 */
export async function holdingsOf(tx: Tx, { receipt, order, context }: Reversed): Promise<{ own: number; orders: Holding[] }> {
  const waiting = await tx
    .selectDistinct({ tradeNo: orders.tradeNo })
    .from(orders)
    .innerJoin(funds, eq(funds.orderId, orders.id))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, funds.originId))
    .where(and(eq(orders.accountId, order.accountId), eq(orders.status, 'pending'), eq(ledgerTransactions.receiptId, receipt.id)))
  for (const { tradeNo } of waiting) await cancelWithin(tx, jobActor('charge_back'), tradeNo, context.now)
  const rows = await tx
    .select({ orderId: funds.orderId, amount: sql<string>`sum(${funds.amount})` })
    .from(funds)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, funds.originId))
    .where(and(eq(funds.accountId, order.accountId), eq(funds.currency, order.currency), eq(ledgerTransactions.receiptId, receipt.id)))
    .groupBy(funds.orderId)
    .orderBy(funds.orderId)
  const ids = rows.flatMap(({ orderId }) => orderId ?? [])
  const totals = await fundsOfOrders(tx, ids)
  const held: Holding[] = []
  for (const { orderId, amount } of rows) {
    if (orderId !== null) held.push({ order: await lockOrderById(tx, orderId), own: Number(amount), total: totals.get(orderId) ?? 0 })
  }
  return { own: Number(rows.find(({ orderId }) => orderId === null)?.amount ?? 0), orders: held }
}
