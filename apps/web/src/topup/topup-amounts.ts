import type { topupOffer } from '@portico/contract/orders'
import type * as z from 'zod/mini'

// Here, because a page's own types keep what they name in the first visit of everybody.
export type Offer = z.infer<typeof topupOffer.response>

export interface Tier {
  amount: number
  bonus: number
}

/** The highest single bonus that the amount reaches, as on the server. */
export function bonusFor(amount: number, tiers: Tier[]): number {
  return Math.max(0, ...tiers.filter((tier) => amount >= tier.amount).map((tier) => tier.bonus))
}

const SUGGESTED = [1, 5, 10, 20]

/** Amounts worth a button: those of the tiers within the limits, or round multiples of the minimum if there are no tiers. */
export function amountsToOffer({
  min_amount: min,
  max_amount: max,
  tiers,
}: {
  min_amount: number
  max_amount: number
  tiers: Tier[]
}): number[] {
  const own = tiers.map(({ amount }) => amount)
  const amounts = own.length > 0 ? own : SUGGESTED.map((times) => times * min)
  return [...new Set(amounts)].filter((amount) => amount >= min && amount <= max).toSorted((a, b) => a - b)
}
