import type { Leg } from '../ledger/post.ts'
import type { OrderRow } from '../orders/orders.table.ts'
import { shareOf } from '../percent-of.ts'

/** Bonus returned with all refunds so far; rounded down, so that parts sum to the whole. */
function bonusUpTo({ bonusAmount, totalAmount, shortfallAmount }: OrderRow, returned: number): number {
  const paid = totalAmount - shortfallAmount
  return paid === 0 ? 0 : shareOf(bonusAmount, returned, paid)
}

/** The bonus that goes back with a refund of the amount. */
export function bonusOf(order: OrderRow, amount: number): number {
  const upTo = (returned: number): number => bonusUpTo(order, Math.min(returned, order.totalAmount))
  return upTo(order.refundedAmount + amount) - upTo(order.refundedAmount)
}

/**
 * Legs that take a top-up's refund: from the member with the bonus, then from revenue for the fee. `fee`: its rest. They sum to `-amount`.
 */
export function takenForTopUp(order: OrderRow, amount: number, fee: number): Leg[] {
  const paid = order.totalAmount - order.shortfallAmount
  const before = Math.min(order.refundedAmount, paid)
  const after = Math.min(order.refundedAmount + amount, paid)
  const member = Math.max(after - before, amount - fee)
  const bonus = bonusOf(order, amount)
  return [
    { kind: 'member', ownerId: order.accountId, amount: -(member + bonus) },
    { kind: 'site', amount: bonus },
    { kind: 'revenue', amount: -(amount - member), order },
  ]
}
