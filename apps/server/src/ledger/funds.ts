import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { funds, ledgerTransactions } from './ledger.table.ts'
import { shareOf } from '../percent-of.ts'

/** Where a member's money is: in an order, or on the balance (`orderId` null). */
export type Place = { accountId: number; orderId: number | null }
export type FundRow = typeof funds.$inferSelect
/** `forOrderId`: the order that the money was paid for. */
type Fund = { currency: string; amount: number; forOrderId: number | null }
/** Which funds go first: those of a payment, and among them what was paid for the order; then all that was paid for the order. */
export type TakeOrder = {
  receiptId?: number | null | undefined
  forOrderId?: number | null | undefined
  /** The payment whose money goes last. */
  lastReceiptId?: number | undefined
}
type Move = {
  currency: string
  amount: number
  first?: TakeOrder
  /** Money that reaches the balance remains the money of the order it was paid for. */
  keeps?: boolean
}

export const placeOf = (order: { id: number; accountId: number }): Place => ({ accountId: order.accountId, orderId: order.id })

/** Begins a fund: `originId`, a transaction, brought the amount in from outside. */
export async function beginFund(tx: Tx, originId: number, { accountId, orderId }: Place, fund: Fund): Promise<void> {
  await tx
    .insert(funds)
    .values({ originId, accountId, orderId, ...fund })
    .onConflictDoUpdate({
      target: [funds.originId, funds.accountId, funds.orderId, funds.forOrderId],
      set: { amount: sql`${funds.amount} + excluded.amount` },
    })
}

/**
 * Moves an amount of funds to another place of the same member, or out (`to` null): those of `first`, then the oldest. Returns what it
 * moved, which is less than `amount` if there is no more. The caller has locked the balance or the order.
 */
export async function moveFunds(
  tx: Tx,
  from: Place,
  to: Place | null,
  { currency, amount, first = {}, keeps = false }: Move,
): Promise<number> {
  const held = await tx
    .select({ fund: funds })
    .from(funds)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, funds.originId))
    .where(and(at(from), eq(funds.currency, currency)))
    .orderBy(isFirst(first), asc(funds.originId), asc(funds.id))
    .for('update', { of: funds })
  let left = amount
  for (const { fund } of held) {
    const part = Math.min(left, fund.amount)
    if (part === 0) break
    left -= part
    await movePart(tx, fund, to, part, keeps)
  }
  return amount - left
}

/** Moves an amount from an order to another, in proportion from each of its funds. */
export async function moveShare(tx: Tx, from: Place, to: Place, { currency, amount }: Pick<Move, 'currency' | 'amount'>): Promise<void> {
  const held = await tx
    .select()
    .from(funds)
    .where(and(at(from), eq(funds.currency, currency)))
    .orderBy(asc(funds.originId), asc(funds.id))
    .for('update')
  const total = held.reduce((sum, fund) => sum + fund.amount, 0)
  if (amount > total) throw new Error('an order has less than it gives')
  let above = 0
  let moved = 0
  for (const fund of held) {
    above += fund.amount
    // The share of all funds up to this one, so that the parts sum to the amount.
    const upTo = shareOf(amount, above, total)
    if (upTo > moved) await movePart(tx, fund, to, upTo - moved)
    moved = upTo
  }
}

/** Moves a part of a locked fund to a place of the same member, or out. */
export async function movePart(tx: Tx, fund: FundRow, to: Place | null, part: number, keeps = false): Promise<void> {
  if (part === fund.amount) await tx.delete(funds).where(eq(funds.id, fund.id))
  else
    await tx
      .update(funds)
      .set({ amount: fund.amount - part })
      .where(eq(funds.id, fund.id))
  if (to) await beginFund(tx, fund.originId, to, { currency: fund.currency, amount: part, forOrderId: paidFor(fund, to, keeps) })
}

/** Gives funds another origin: the transaction that really brought the money in. */
export async function changeOrigin(tx: Tx, from: number[], originId: number): Promise<void> {
  await tx
    .update(funds)
    .set({ originId })
    .where(and(inArray(funds.originId, from), isNotNull(funds.forOrderId)))
}

/** Money from the balance was paid for the order it goes to. Money from an absorbed order stays the money paid for that one. */
function paidFor(fund: FundRow, to: Place, keeps: boolean): number | null {
  if (to.orderId !== null && fund.orderId === null) return to.orderId
  return to.orderId !== null || keeps ? fund.forOrderId : null
}

/** Money in an order, in minor units: `total`, and `own`, the part not taken over from an absorbed order. */
export type Held = { total: number; own: number }

/** Money in each of these orders; zero for one without funds. */
export async function fundsOfOrders(db: Db, orderIds: number[]): Promise<(orderId: number) => Held> {
  if (orderIds.length === 0) return () => ({ total: 0, own: 0 })
  const rows = await db
    .select({
      orderId: funds.orderId,
      total: sql<string>`sum(${funds.amount})`,
      own: sql<string>`coalesce(sum(${funds.amount}) filter (where ${funds.forOrderId} = ${funds.orderId}), 0)`,
    })
    .from(funds)
    .where(inArray(funds.orderId, orderIds))
    .groupBy(funds.orderId)
  const held = new Map(rows.map(({ orderId, total, own }) => [orderId, { total: Number(total), own: Number(own) }]))
  return (orderId) => held.get(orderId) ?? { total: 0, own: 0 }
}

/** Money in an order, in minor units, by the order it was paid for. */
export async function fundsWithin(db: Db, orderId: number): Promise<Map<number, number>> {
  const rows = await db
    .select({ forOrderId: funds.forOrderId, amount: sql<string>`sum(${funds.amount})` })
    .from(funds)
    .where(eq(funds.orderId, orderId))
    .groupBy(funds.forOrderId)
  return new Map(rows.flatMap(({ forOrderId, amount }) => (forOrderId === null ? [] : [[forOrderId, Number(amount)]])))
}

function at({ accountId, orderId }: Place): SQL | undefined {
  return and(eq(funds.accountId, accountId), orderId === null ? isNull(funds.orderId) : eq(funds.orderId, orderId))
}

function isFirst({ receiptId = null, forOrderId = null, lastReceiptId }: TakeOrder): SQL {
  const isOf = (id: number | null): SQL => (id === null ? sql`false` : sql`coalesce(${ledgerTransactions.receiptId} = ${id}, false)`)
  const ofReceipt = isOf(receiptId)
  const ofOrder = forOrderId === null ? sql`false` : sql`coalesce(${funds.forOrderId} = ${forOrderId}, false)`
  return sql`case when ${isOf(lastReceiptId ?? null)} then 4 when ${ofReceipt} and ${ofOrder} then 0 when ${ofReceipt} then 1 when ${ofOrder} then 2 else 3 end`
}
