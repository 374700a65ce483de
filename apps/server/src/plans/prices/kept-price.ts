import type { PriceChange } from './price-changes.table.ts'

type Change = Pick<PriceChange, 'fromAmount' | 'toAmount' | 'renewalsFrom' | 'changedAt'>
/** A renewal price. `next`: an announced one and its start; null: none. Minor units. */
export type KeptPrice = { price: number; next: { price: number; from: Date } | null }

/**
 * Renewal price at a moment. `present`: for new members; `changes`: since the member bought, oldest first. The price paid stays while the
 * period is sold; lower ones count at once, higher ones from the announced day; never above `present`.
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

/** The announced price, if it is still a rise; else null. */
function risesTo(next: KeptPrice['next'], { price, present }: { price: number; present: number }): KeptPrice['next'] {
  return next && Math.min(next.price, present) > price ? { ...next, price: Math.min(next.price, present) } : null
}
