import type { Leg } from '../ledger/post.ts'
import type { OrderRow } from '../orders/orders.table.ts'

/** Rounded down from the total refunded so far, so that the parts sum to the whole. */
function bonusUpTo({ bonusAmount, totalAmount, shortfallAmount }: OrderRow, returned: number): number {
  const paid = totalAmount - shortfallAmount
  return paid === 0 ? 0 : Number((BigInt(bonusAmount) * BigInt(returned)) / BigInt(paid))
}

/**
 * Where the money for a refund comes from: revenue; for a top-up, the member, together with the bonus, and then revenue for the fee. The
 * legs sum to `-amount`.
 */
export function takenFor(order: OrderRow, amount: number): Leg[] {
  if (order.type !== 'topup') return [{ kind: 'revenue', amount: -amount, order }]
  const paid = order.totalAmount - order.shortfallAmount
  const before = Math.min(order.refundedAmount, paid)
  const after = Math.min(order.refundedAmount + amount, paid)
  const member = after - before
  const bonus = bonusUpTo(order, after) - bonusUpTo(order, before)
  return [
    { kind: 'member', ownerId: order.accountId, amount: -(member + bonus) },
    { kind: 'site', amount: bonus },
    { kind: 'revenue', amount: -(amount - member), order },
  ]
}

/** The same legs if the member has no more than `balance`: the missing part is the site's loss. `post` skips zeros. */
export function capToBalance(legs: Leg[], balance: number): { legs: Leg[]; loss: number } {
  const wanted = -legs.reduce((all, { kind, amount }) => all + (kind === 'member' ? amount : 0), 0)
  const loss = Math.max(0, wanted - balance)
  let open = loss
  const lighter = legs.map((leg) => {
    if (leg.kind !== 'member' || leg.amount >= 0) return leg
    const spared = Math.min(open, -leg.amount)
    open -= spared
    return { ...leg, amount: leg.amount + spared }
  })
  return { legs: [...lighter, { kind: 'site', amount: -loss }], loss }
}
