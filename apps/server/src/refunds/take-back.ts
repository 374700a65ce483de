import { toDecimal } from '@portico/contract/money'
import type { ReversalOutcome } from '@portico/contract/receipts-admin'
import type { Tx } from '../db/client.ts'
import { oweInvoice } from '../invoices/owe-invoice.ts'
import { isClosed } from '../ledger/refuse-closed.ts'
import { lockAccount } from '../ledger/lock-account.ts'
import { type Leg, post } from '../ledger/post.ts'
import { addRefunded, closeRefunded } from '../orders/add-refunded.ts'
import { cutTerm } from '../orders/terms/cut-term.ts'
import { lockOrderById } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { undoChange } from '../orders/value/undo-change.ts'
import { unusedOrders } from '../orders/value/unused-orders.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { markReturnedAttempt } from '../payments/receipt-returns.ts'
import { settleReturned } from './finish-refund.ts'
import { insertReversal } from './insert-reversal.ts'
import type { Reversed } from './lock-paid.ts'
import { bonusOf } from './money-back.ts'
import { paidFor } from './paid-for.ts'
import { type Holding, holdingsOf } from './payment-funds.ts'
import { reversalParts, type ReversalRow } from './refunds.table.ts'
import { shareOf } from '../percent-of.ts'

export const movements = { refund: 'payment.refunded', chargeback: 'payment.charged_back' } as const

/** `value`: in the order's currency. `isWhole`: nothing of the payment is left. */
type Wanted = { value: number; isWhole: boolean; returned: Pick<ReversalRow, 'returnedAmount' | 'returnedValue'> }
/** `whole`: what was unused of the order. */
type Part = { order: OrderRow; amount: number; whole: number; ends: boolean }
/** Where the money comes from. They sum to the value. */
type Sources = { own: number; parts: Part[]; other: number; debt: number; loss: number }

/**
 * Books money that a gateway took back. A chargeback takes it from the payment's money on the balance, then from what is unused of it in
 * orders, whose terms end, then from other balance; the member owes the rest. A refund made at the gateway takes it from the payment's
 * money wherever it is, and leaves the terms; the rest is the site's loss.
 */
export async function takeBack(tx: Tx, found: Reversed, wanted: Wanted): Promise<ReversalOutcome> {
  const { receipt, order, reversal } = found
  if (reversal.cause === 'chargeback' && wanted.isWhole) await undoOwnChange(tx, found)
  const holdings = await holdingsOf(tx, found)
  const balance = await lockAccount(tx, 'member', order.accountId, order.currency)
  const sources = reversal.cause === 'refund' ? refunded(holdings, wanted) : await chargedBack(tx, found, { holdings, balance, wanted })
  const isPaid = receipt.outcome === 'settled' || receipt.resolution === 'settled' || receipt.resolution === 'accepted'
  const { total } = await paidFor(tx, order)
  const orderAmount = isPaid ? Math.min(wanted.value, Math.max(0, total - order.refundedAmount)) : 0
  const bonusAmount = Math.min(isPaid ? bonusOf(order, orderAmount) : 0, balance - sources.own - sources.other)
  const outcome = isPaid || sources.parts.length > 0 ? 'order' : 'balance'
  const { debt: debtAmount, loss: lossAmount } = sources
  const booked = { outcome, valueAmount: wanted.value, orderAmount, debtAmount, lossAmount, bonusAmount, ...wanted.returned } as const
  const id = await insertReversal(tx, found, booked)
  // A chargeback takes the money, not the claim: the invoice stands.
  if (isPaid && reversal.cause === 'refund') await oweInvoice(tx, { reversalId: id })
  await postTaken(tx, found, id, sources, { value: wanted.value, bonus: bonusAmount })
  let bonusDue = isPaid && reversal.cause === 'chargeback' ? bonusOf(order, orderAmount) - bonusAmount : 0
  for (const part of sources.parts) bonusDue -= await takePart(tx, found, id, { ...part, bonusDue })
  await markReturnedAttempt(tx, receipt.id)
  if (orderAmount > 0) {
    const changed = await addRefunded(tx, await lockOrderById(tx, order.id), orderAmount)
    await settleReturned(tx, changed, false, found.context)
  }
  return outcome
}

/** A change of plan that the payment was made for is undone: what is unused of its money is then on the balance. */
async function undoOwnChange(tx: Tx, { order, subscription, context }: Reversed): Promise<void> {
  if (order.type === 'change') await undoChange(tx, order, subscription, context)
}

/** The terms stay, and there is no debt. */
function refunded({ own, orders }: Awaited<ReturnType<typeof holdingsOf>>, { value }: Wanted): Sources {
  const fromBalance = Math.min(value, own)
  let left = value - fromBalance
  const parts = orders.map(({ order, own: amount }) => {
    const part = { order, amount: Math.min(left, amount), whole: 0, ends: false }
    left -= part.amount
    return part
  })
  return { own: fromBalance, parts: parts.filter(({ amount }) => amount > 0), other: 0, debt: 0, loss: left }
}

type Held = { holdings: Awaited<ReturnType<typeof holdingsOf>>; balance: number; wanted: Wanted }

async function chargedBack(tx: Tx, { order, context }: Reversed, { holdings, balance, wanted }: Held): Promise<Sources> {
  const subscription = await lockSubscription(tx, order.accountId)
  const unused = await unusedOrders(tx, subscription, order.currency, context)
  const own = Math.min(wanted.value, holdings.own)
  let left = wanted.value - own
  const parts = holdings.orders.map((holding) => {
    const part = partOf(withoutFee(holding, order.id), unused.get(holding.order.id), { left, isWhole: wanted.isWhole })
    left -= part.amount
    return part
  })
  // What rounding left is not owed.
  const taken = parts.filter(({ amount }) => amount > 0)
  const last = taken.at(-1)
  if (last && left <= taken.length) {
    last.amount += left
    left = 0
  }
  const other = Math.min(left, balance - own)
  left -= other
  const owed = (await isClosed(tx, order.accountId)) ? { debt: 0, loss: left } : { debt: left, loss: 0 }
  return { own, parts: parts.filter(({ amount, ends }) => amount > 0 || ends), other, ...owed }
}

/** The fee came with the payment of the order itself, and was never part of the price. */
function withoutFee({ order, own, total }: Holding, paidId: number): Holding {
  if (order.completedAt === null || total <= order.feeAmount) return { order, own, total }
  const fee = Math.min(order.feeAmount, own)
  return { order, own: order.id === paidId ? own - fee : own, total: total - order.feeAmount }
}

/** An order that was never opened is all unused. A used up order ends only if its one payment was taken back in full. */
function partOf({ order, own, total }: Holding, unused: number | undefined, { left, isWhole }: { left: number; isWhole: boolean }): Part {
  const whole = order.completedAt === null ? total : (unused ?? 0)
  const amount = Math.min(left, shareOf(whole, own, total))
  // A pack has no term.
  const ends = amount > 0 ? order.type !== 'reset' || order.completedAt === null : isWhole && own === total && unused === 0
  return { order, amount, whole, ends }
}

async function postTaken(
  tx: Tx,
  { receipt, order, method, reversal, context }: Reversed,
  id: number,
  { own, parts, other, debt, loss }: Sources,
  { value, bonus }: { value: number; bonus: number },
): Promise<void> {
  const { accountId: ownerId, currency, tradeNo } = order
  const legs: Leg[] = [
    { kind: 'member', ownerId, amount: -(own + other + bonus) },
    ...parts.map(({ order: from, amount }): Leg => ({ kind: 'revenue', amount: -amount, order: from })),
    { kind: 'debt', ownerId, amount: -debt },
    { kind: 'site', amount: bonus - loss },
    { kind: 'gateway', ownerId: method.id, amount: value },
  ]
  await post(tx, {
    kind: movements[reversal.cause],
    key: `reversal:${id}`,
    receiptId: receipt.id,
    reversalId: id,
    currency,
    legs,
    note: `${tradeNo}: ${toDecimal(reversal.amount, reversal.currency)} ${reversal.currency}`,
    at: context.now,
  })
}

/** Ends the order's term, and notes what was taken. Returns how much of the rest was bonus of the payment, which the site takes back. */
async function takePart(
  tx: Tx,
  { order: paid, reversal, context }: Reversed,
  reversalId: number,
  { amount, whole, ends, bonusDue, ...part }: Part & { bonusDue: number },
): Promise<number> {
  // Read again: cutting another term may have moved this one.
  const order = await lockOrderById(tx, part.order.id)
  const cut = reversal.cause === 'chargeback' && ends ? await cutTerm(tx, order, context.now) : 0
  const rest = ends ? Math.max(0, whole - amount) : 0
  const bonus = Math.min(rest, bonusDue)
  if (rest > 0) await returnRest(tx, order, reversalId, { rest, bonus, at: context.now })
  const { total } = await paidFor(tx, order)
  const refundedAmount = order.id === paid.id ? 0 : Math.min(amount, Math.max(0, total - order.refundedAmount))
  await tx.insert(reversalParts).values({ reversalId, orderId: order.id, amount, refundedAmount, cutMs: rest > 0 ? 0 : cut })
  const changed = refundedAmount > 0 ? await addRefunded(tx, order, refundedAmount) : order
  // What lost its money before it was opened is not opened any more.
  const isUnopened = ends && order.completedAt === null
  if (isUnopened || (refundedAmount > 0 && changed.refundedAmount >= total)) await closeRefunded(tx, changed)
  return bonus
}

type Rest = { rest: number; bonus: number; at: Date }

/** The rest of the unused part of an order that ends goes to the balance. If the dispute is won, its term does not come back. */
async function returnRest(tx: Tx, order: OrderRow, reversalId: number, { rest, bonus, at }: Rest): Promise<void> {
  const { accountId: ownerId, currency, tradeNo: note } = order
  const legs: Leg[] = [
    { kind: 'revenue', amount: -rest, order },
    { kind: 'site', amount: bonus },
    { kind: 'member', ownerId, amount: rest - bonus },
  ]
  await post(tx, { kind: 'order.credited', key: `reversal_rest:${reversalId}:${order.id}`, reversalId, currency, legs, note, at })
}
