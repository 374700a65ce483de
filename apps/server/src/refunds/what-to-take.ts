import type { Tx } from '../db/client.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { isFilledAgain } from '../orders/terms/filled-again.ts'
import { packsAmong } from '../orders/value/credit-packs.ts'
import { unusedOrders } from '../orders/value/unused-orders.ts'
import type { PaymentReceiptRow } from '../payments/payments.table.ts'
import { keptOf, valueOf } from '../payments/receipt-returns.ts'
import { shareOf } from '../percent-of.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { termWithout } from '../subscriptions/withdraw-term.ts'
import type { Reversed } from './lock-paid.ts'
import { bonusOf } from './money-back.ts'
import { paidFor, refundedToBalance } from './paid-for.ts'
import { type Holding, holdingsOf } from './payment-funds.ts'

/** `value`: in the order's currency. `isWhole`: nothing of the payment is left. */
export type Wanted = { value: number; isWhole: boolean }
/** `ownPaid`: how much of the payment's money in the order paid that order. `rest`: what goes to the balance because the order ends. */
export type Part = { order: OrderRow; amount: number; ownPaid: number; rest: number; ends: boolean }
/** What is taken of a payment's money: on the balance (`ownPaid`: still its order's), and in orders. `missing`: not covered. */
export type Taking = { own: number; ownPaid: number; parts: Part[]; missing: number }

/**
 * A chargeback takes what is unused of the payment's money, and the orders that hold it end. A refund made at the gateway takes the money
 * wherever it is, and the terms stay.
 */
export async function whatToTake(tx: Tx, found: Reversed, { value, isWhole }: Wanted): Promise<Taking> {
  const holdings = await holdingsOf(tx, found)
  const own = Math.min(value, holdings.own)
  const ownPaid = Math.min(own, holdings.ownPaid)
  const parts = await partsOf(tx, found, holdings.orders, { value: value - own, isWhole })
  const missing = value - own - parts.reduce((sum, { amount }) => sum + amount, 0)
  const last = parts.findLast(({ amount }) => amount > 0)
  const isRounding = last !== undefined && missing <= parts.filter(({ amount }) => amount > 0).length
  // What rounding left is not owed.
  if (found.reversal.cause === 'refund' || !isRounding) return { own, ownPaid, parts, missing }
  const exact = { ...last, amount: last.amount + missing, rest: Math.max(0, last.rest - missing) }
  return { own, ownPaid, parts: parts.map((part) => (part === last ? exact : part)), missing: 0 }
}

async function partsOf(tx: Tx, { order, reversal, context }: Reversed, holdings: Holding[], wanted: Wanted): Promise<Part[]> {
  const subscription = await lockSubscription(tx, order.accountId)
  const unused = reversal.cause === 'refund' ? null : await unusedOrders(tx, subscription, order.currency, context)
  const goesOn = new Set<number>()
  for (const { order: held } of holdings) if (await isFilledAgain(tx, held)) goesOn.add(held.id)
  let left = wanted.value
  const parts = feeLast(holdings, order).flatMap((holding) => {
    const wholly = { left, isWhole: wanted.isWhole && !goesOn.has(holding.order.id) }
    const part = unused ? unusedPart(withoutFee(holding, order.id), unused.get(holding.order.id), wholly) : anyPart(holding, left)
    left -= part.amount
    return part.amount > 0 || part.ends ? part : []
  })
  return unused && endsPlan(subscription, parts, context.now) ? withPacks(parts, await packsAmong(tx, [...unused.keys()]), unused) : parts
}

/** A top-up that was opened holds only its fee, which every refund takes last. */
function feeLast(holdings: Holding[], { id, type }: OrderRow): Holding[] {
  const isFee = (holding: Holding): boolean => type === 'topup' && holding.order.id === id
  return [...holdings.filter((one) => !isFee(one)), ...holdings.filter(isFee)]
}

/** Whether nothing is left of the running plan once these parts have ended. */
function endsPlan(subscription: SubscriptionRow, parts: Part[], now: Date): boolean {
  let held = subscription
  for (const { order, ends } of parts) {
    const { planId, termStart: start, termEnd: end } = order
    if (!ends || order.type === 'reset' || planId === null || start === null) continue
    const expiresAt = termWithout(held, { planId, start, end }, now)
    if (expiresAt !== null) held = { ...held, expiresAt }
  }
  return held !== subscription && held.expiresAt !== null && held.expiresAt <= now
}

/** Adds packs that end with their plan; unused value not taken goes to the balance. */
function withPacks(parts: Part[], packs: OrderRow[], unused: Map<number, number>): Part[] {
  const ended = packs.map((order): Part => {
    const part = parts.find((one) => one.order.id === order.id) ?? { order, amount: 0, ownPaid: 0 }
    return { ...part, ends: true, rest: (unused.get(order.id) ?? 0) - part.amount }
  })
  return [...parts.filter((part) => ended.every(({ order }) => order.id !== part.order.id)), ...ended]
}

function anyPart({ order, own, ownPaid }: Holding, left: number): Part {
  return { order, ownPaid, amount: Math.min(left, own), rest: 0, ends: false }
}

/** The fee came with the payment of the order itself, and was never part of the price. */
function withoutFee(holding: Holding, paidId: number): Holding {
  const { order, own, total, fee } = holding
  if (order.completedAt === null || total <= fee) return holding
  return { ...holding, own: order.id === paidId ? own - Math.min(fee, own) : own, total: total - fee }
}

/** An order that was never opened is all unused. A used up order ends only if its one payment was taken back in full. */
function unusedPart({ order, own, ownPaid, total }: Holding, unused: number | undefined, { left, isWhole }: Left): Part {
  const whole = order.completedAt === null ? total : (unused ?? 0)
  const amount = Math.min(left, shareOf(whole, own, total))
  // A pack has no term of its own.
  const ends = amount > 0 ? order.type !== 'reset' || order.completedAt === null : isWhole && own === total && unused === 0
  return { order, ownPaid, amount, ends, rest: ends ? whole - amount : 0 }
}

type Left = { left: number; isWhole: boolean }

/** `orderAmount`: what counts as refunded of the order that the payment paid. The bonus of a top-up is taken from balance and rests. */
export type Counted = { isPaid: boolean; orderAmount: number; bonus: number; restBonuses: number[] }

/** Whether the payment paid its order, and did not only come to the balance. */
export function hasPaid({ outcome, resolution }: Pick<PaymentReceiptRow, 'outcome' | 'resolution'>): boolean {
  return outcome === 'settled' || resolution === 'settled' || resolution === 'accepted'
}

/** Counts refunded amounts and bonus of what was taken. `free`: balance left. */
export async function countTaken(
  tx: Tx,
  { receipt, attempt, order, reversal }: Reversed,
  { own, ownPaid, parts, value, free }: Pick<Taking, 'own' | 'ownPaid' | 'parts'> & { value: number; free: number },
): Promise<Counted> {
  const isPaid = hasPaid(receipt)
  const { total, cash } = await paidFor(tx, order)
  // What a refund put on the balance was refunded then, and what exceeded the order never was its money.
  const before = (await refundedToBalance(tx, order.id)) + Math.max(0, valueOf(attempt, keptOf(receipt)) - cash)
  const others = parts.filter((part) => part.order.id !== order.id)
  const gone = others.reduce((sum, part) => sum + Math.min(part.amount, part.ownPaid), own - ownPaid)
  const lost = value - Math.min(before, gone)
  const orderAmount = isPaid ? Math.min(lost, Math.max(0, total - order.refundedAmount)) : 0
  const bonusDue = bonusOf(order, orderAmount)
  const bonus = Math.min(bonusDue, free)
  let left = reversal.cause === 'chargeback' ? bonusDue - bonus : 0
  const restBonuses = parts.map(({ rest }) => {
    const part = Math.min(left, rest)
    left -= part
    return part
  })
  return { isPaid, orderAmount, bonus, restBonuses }
}
