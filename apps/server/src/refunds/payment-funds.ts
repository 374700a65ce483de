import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { jobActor } from '../actor.ts'
import { funds, ledgerTransactions } from '../ledger/ledger.table.ts'
import { fundsOfOrders } from '../ledger/funds.ts'
import { cancelWithin } from '../orders/cancel-order.ts'
import { lockOrderById } from '../orders/move-order.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { feeHeld } from '../orders/value/fee-held.ts'
import type { Reversed } from './lock-paid.ts'

/**
 * An order that holds money of a payment. `own`: of the payment, and `ownPaid`: the part of it that paid this order; `total`: of all;
 * `fee`: of the payment method, in that.
 */
export type Holding = { order: OrderRow; own: number; ownPaid: number; total: number; fee: number }

/** `own`: on the balance, and `ownPaid`: the part of it that is still the money of the order it paid; a refund to the balance is not. */
type Holdings = { own: number; ownPaid: number; orders: Holding[] }

/** Money left of a payment, wherever it is, used or not. */
export async function fundsOfPayment(db: Db, { receipt, order }: Pick<Reversed, 'receipt' | 'order'>): Promise<number> {
  const [row] = await db
    .select({ amount: sql<string>`coalesce(sum(${funds.amount}), 0)` })
    .from(funds)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, funds.originId))
    .where(and(eq(funds.accountId, order.accountId), eq(funds.currency, order.currency), eq(ledgerTransactions.receiptId, receipt.id)))
  return Number(row?.amount ?? 0)
}

/** Where a payment's money is: on the balance, and in orders, which are locked. First cancels an unpaid order that holds balance of it. */
export async function holdingsOf(tx: Tx, { receipt, order, context }: Reversed): Promise<Holdings> {
  const waiting = await tx
    .selectDistinct({ tradeNo: orders.tradeNo })
    .from(orders)
    .innerJoin(funds, eq(funds.orderId, orders.id))
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, funds.originId))
    .where(and(eq(orders.accountId, order.accountId), eq(orders.status, 'pending'), eq(ledgerTransactions.receiptId, receipt.id)))
  for (const { tradeNo } of waiting) await cancelWithin(tx, jobActor('charge_back'), tradeNo, context.now)
  const rows = await tx
    .select({
      orderId: funds.orderId,
      amount: sql<string>`sum(${funds.amount})`,
      paid: sql<string>`coalesce(sum(${funds.amount}) filter (where ${funds.forOrderId} = coalesce(${funds.orderId}, ${order.id})), 0)`,
    })
    .from(funds)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, funds.originId))
    .where(and(eq(funds.accountId, order.accountId), eq(funds.currency, order.currency), eq(ledgerTransactions.receiptId, receipt.id)))
    .groupBy(funds.orderId)
    .orderBy(funds.orderId)
  const heldBy = await fundsOfOrders(
    tx,
    rows.flatMap(({ orderId }) => orderId ?? []),
  )
  const held: Holding[] = []
  for (const { orderId, amount, paid } of rows) {
    if (orderId === null) continue
    const from = await lockOrderById(tx, orderId)
    const { total, own: paidForIt } = heldBy(orderId)
    held.push({ order: from, own: Number(amount), ownPaid: Number(paid), total, fee: feeHeld(from, paidForIt) })
  }
  const onBalance = rows.find(({ orderId }) => orderId === null)
  return { own: Number(onBalance?.amount ?? 0), ownPaid: Number(onBalance?.paid ?? 0), orders: held }
}
