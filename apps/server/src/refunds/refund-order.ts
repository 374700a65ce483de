import { refuseClosed } from '../ledger/refuse-closed.ts'
import { eq } from 'drizzle-orm'
import { canMove } from '@portico/contract/order-status'
import type { RefundWay } from '@portico/contract/orders-admin'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { type Leg, post } from '../ledger/post.ts'
import { lockOrderAndSubscription, lockOrderById } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { addRefunded } from '../orders/add-refunded.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { finishRefund } from './finish-refund.ts'
import { takenForTopUp } from './money-back.ts'
import { type OrderMoney, orderMoney, revenueOf, takenFromMoney } from './order-money.ts'
import { cashReturned, isDisputed, paidFor, type Source, sourcesOf } from './paid-for.ts'
import { paidOf, setReturned, returnValue } from '../payments/receipt-returns.ts'
import { methodByHand } from '../payments/receipts/paid-by-hand.ts'
import { type RefundRow, refunds } from './refunds.table.ts'

export type RefundInput = {
  tradeNo: string
  refundNo: string
  way: RefundWay
  amount: number
  attemptNo: string | null
  reason: string
  /** Whether the term ends; null: only if all is refunded. */
  endTerm: boolean | null
  /** Whether staff know that a dispute of the payment is open, which may take the money too. */
  despiteDispute?: boolean
}
/** `money`: where it is now; null for a top-up, which became the member's balance. `disputed`: a dispute of a payment is open. */
export type Room = { total: number; balance: number; manual: number; sources: Way[]; money: OrderMoney | null; disputed: boolean }
/** `wholeOnly`: the gateway refunds `amount` as a whole or not at all. */
type Way = Source & { amount: number; wholeOnly: boolean }

/**
 * Refunds all or part of an order: never more than was paid, and to the outside never more than came from there, even with several refunds
 * at once. For a gateway refund the money is set aside now, and a job asks the gateway. A repeated `refundNo` returns the refund it made.
 * Throws `refund.disputed` if a dispute of a payment is open and nobody said that they know, `refund.too_much`, `refund.whole_only`,
 * `refund.way_unavailable`, `refund.number_taken`, `refund.spent` (the top-up is used up), and `account.closed` for a refund to the balance
 * of a closed account.
 */
export async function refundOrder({ transaction }: Database, by: Caller, input: RefundInput, context: Context): Promise<RefundRow> {
  const { now } = context
  return transaction(async (tx) => {
    const { order } = await lockOrderAndSubscription(tx, { tradeNo: input.tradeNo })
    const known = await findRefund(tx, input.refundNo)
    if (known) return same(known, order, input)
    if (!canMove(order.status, 'refund')) throw new AppError('order.wrong_status')
    if (input.way === 'balance') await refuseClosed(tx, order.accountId)
    const room = await roomFor(tx, order, context)
    if (input.amount > room.total) throw new AppError('refund.too_much')
    const source = checkWay(input, room, order)
    if (room.disputed && !input.despiteDispute) throw new AppError('refund.disputed')
    const refund = await insertRefund(tx, by, order, input, { source, all: input.amount === room.total, now })
    await moveMoney(tx, order, refund, { source, room, now })
    const changed = await addRefunded(tx, order, refund.amount)
    if (refund.way === 'gateway') await enqueue(tx, 'ask_refund', { refund_id: refund.id }, { key: `ask_refund:${refund.id}` })
    const made = refund.way === 'gateway' ? refund : await finishRefund(tx, changed, refund, null, context)
    await recordRefund(tx, by, order, made, now)
    return made
  })
}

async function recordRefund(tx: Tx, by: Caller, before: OrderRow, refund: RefundRow, now: Date): Promise<void> {
  const { refundNo, way, amount, endTerm, reason } = refund
  // Read again, because the refund may also have ended the order and its term.
  const after = { ...(await lockOrderById(tx, before.id)), refund: { refundNo, way, amount, endTerm } }
  const entry = {
    action: 'order.refund',
    entity: 'order',
    beneficiary: before.accountId,
    id: before.tradeNo,
    before,
    after,
    reason,
  } as const
  await record(tx, by, entry, now)
}

/** What can be refunded of an order, in total and by each way. */
export async function roomFor(db: Db, order: OrderRow, context: Context): Promise<Room> {
  // One after the other, because a transaction has one connection.
  const paid = await paidFor(db, order)
  const gone = await cashReturned(db, order.id)
  const sources = await sourcesOf(db, order.id)
  const money = order.type === 'topup' ? null : await orderMoney(db, order, context)
  const left = money ? money.onBalance + money.inOrder : Infinity
  const total = Math.max(0, Math.min(left, paid.total - order.refundedAmount))
  const cash = Math.max(0, Math.min(total, paid.cash - gone))
  const disputed = await isDisputed(
    db,
    sources.map(({ receipt }) => receipt.id),
  )
  const open = sources.flatMap((source) => wayBack(source, cash) ?? [])
  // Balance cannot be refunded to the balance.
  const balance = money ? Math.min(total, money.inOrder) : 0
  return { total, balance, manual: cash, sources: open, money, disputed }
}

/** What a gateway can refund of a payment while `cash` is left in all; null: nothing. */
function wayBack(source: Source, cash: number): Way | null {
  const { receipt, attempt, method } = source
  const { refund, refundLimit } = drivers[method.driver]
  const paid = paidOf(receipt, attempt)
  const amount = Math.min(cash, paid.amount - receipt.returnedValue)
  const limit = refundLimit?.(method.config)
  if (!refund || limit === 'none' || amount <= 0) return null
  // Once a part was refunded, in whatever way, the rest is no longer the whole.
  if (limit === 'whole' && (amount < paid.amount || receipt.amount !== paid.payAmount)) return null
  return { ...source, amount, wholeOnly: limit === 'whole' }
}

export async function findRefund(db: Db, refundNo: string): Promise<RefundRow | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.refundNo, refundNo))
  return refund
}

function same(known: RefundRow, order: OrderRow, { way, amount }: RefundInput): RefundRow {
  if (known.orderId !== order.id || known.way !== way || known.amount !== amount) throw new AppError('refund.number_taken')
  return known
}

function checkWay({ way, amount, attemptNo }: RefundInput, room: Room, order: OrderRow): Source | null {
  if (way === 'balance' && order.type === 'topup') throw new AppError('refund.way_unavailable')
  if (way !== 'gateway') {
    if (amount > room[way]) throw new AppError('refund.too_much')
    return null
  }
  const chosen = attemptNo === null ? room.sources : room.sources.filter(({ attempt }) => attempt.attemptNo === attemptNo)
  const [source] = chosen
  if (!source || chosen.length > 1) throw new AppError('refund.way_unavailable')
  if (amount > source.amount) throw new AppError('refund.too_much')
  if (source.wholeOnly && amount < source.amount) throw new AppError('refund.whole_only')
  return source
}

type Found = { source: Source | null; all: boolean; now: Date }

async function insertRefund(tx: Tx, by: Caller, order: OrderRow, input: RefundInput, { source, all, now }: Found): Promise<RefundRow> {
  const { refundNo, way, amount, reason } = input
  const gateway = source && { ...(await takeRoom(tx, source, amount)), attemptId: source.attempt.id, receiptId: source.receipt.id }
  const [refund] = await tx
    .insert(refunds)
    .values({
      refundNo,
      way,
      amount,
      reason,
      ...gateway,
      orderId: order.id,
      currency: order.currency,
      endTerm: input.endTerm ?? all,
      byAccountId: by.accountId,
      createdAt: now,
    })
    .onConflictDoNothing({ target: refunds.refundNo })
    .returning()
  // Another order took the number at the same moment: only this order is locked.
  if (!refund) throw new AppError('refund.number_taken')
  return refund
}

/** Takes the amount off what the payment can still return. The order's lock protects the receipt. */
async function takeRoom(tx: Tx, { receipt, attempt }: Source, amount: number): Promise<{ payAmount: number; payCurrency: string }> {
  const before = { value: receipt.returnedValue, pay: receipt.returnedAmount }
  const after = returnValue(paidOf(receipt, attempt), before, amount)
  // Less than the gateway's smallest unit.
  if (after.pay === before.pay) throw new AppError('refund.way_unavailable')
  await setReturned(tx, receipt.id, after)
  return { payAmount: after.pay - before.pay, payCurrency: receipt.currency }
}

type Money = { source: Source | null; room: Room; now: Date }

async function moveMoney(tx: Tx, order: OrderRow, refund: RefundRow, { source, room, now: at }: Money): Promise<void> {
  const { amount, currency, byAccountId, reason } = refund
  const to: Leg =
    refund.way === 'balance'
      ? { kind: 'member', ownerId: order.accountId, amount }
      : { kind: 'gateway', ownerId: source?.method.id ?? (await methodByHand(tx, order.id)), amount }
  const taken = room.money
    ? takenFromMoney(room.money, order.accountId, { amount, fromBalance: refund.way !== 'balance' })
    : takenForTopUp(order, amount, await revenueOf(tx, order.id))
  const legs = [...taken, to]
  const note = `${order.tradeNo}: ${reason}`
  try {
    await post(tx, {
      kind: 'order.refunded',
      key: `refund:${refund.id}`,
      refundId: refund.id,
      forOrderId: order.id,
      currency,
      legs,
      note,
      byAccountId,
      at,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'balance.insufficient') throw new AppError('refund.spent')
    throw error
  }
}
