import type { PriceChange } from './price-changes.table.ts'

type Change = Pick<PriceChange, 'fromAmount' | 'toAmount' | 'renewalsFrom' | 'changedAt'>
/** `next`: an announced price and when it begins. Minor units. */
export type KeptPrice = { price: number; next: { price: number; from: Date } | null }

/**
 * What a member renews for at a moment. `present`: the price for new members; `changes`: those since they bought the plan, oldest first. They
 * keep the price they bought at, until the period is no longer sold. A lower one counts at once, a higher one only from the announced day on;
 * nobody pays more than a new member.
 */
export function keptPrice(present: number, changes: readonly Change[], at: Date): KeptPrice {
  const [first] = changes
  let kept = first ? first.fromAmount : present
  let next: KeptPrice['next'] = null
  const begin = (until: Date, usual: number): void => {
    if (next === null || next.from > until) return
    kept = Math.min(next.price, usual)
    next = null
  }
  for (const { fromAmount, toAmount: to, renewalsFrom, changedAt } of changes) {
    begin(changedAt, fromAmount ?? present)
    // What is no longer sold is not promised; a site that changes its currency begins here.
    if (to === null || kept === null || to <= kept) {
      kept = to
      next = null
    } else if (renewalsFrom) next = { price: to, from: renewalsFrom }
  }
  begin(at, present)
  const price = Math.min(kept ?? present, present)
  return { price, next: risesTo(next, { price, present }) }
}

/** The announced price, as long as it is a rise. */
function risesTo(next: KeptPrice['next'], { price, present }: { price: number; present: number }): KeptPrice['next'] {
  return next && Math.min(next.price, present) > price ? { ...next, price: Math.min(next.price, present) } : null
}
