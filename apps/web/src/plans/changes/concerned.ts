import type { Period } from '@portico/contract/periods'
import { PRICE_NOTICE_DAYS, type RenewingMembers } from '@portico/contract/plans-admin'
import { formatDateTime } from '../../ui/format/format-time.ts'

/** Prices in the form; NaN: cannot be read. */
export type Prices = Record<Period, number | null>

/** Members who renew for less than these prices. */
export function concerned(renewing: RenewingMembers[], prices: Prices): RenewingMembers[] {
  return renewing.filter(({ period, amount }) => amount < (prices[period] ?? 0))
}

/** The first day of the site's zone that leaves members their notice. */
export function soonestDay(now: Date, zone: string | undefined): string {
  return formatDateTime(new Date(now.getTime() + (PRICE_NOTICE_DAYS + 1) * 86_400_000), zone).slice(0, 10)
}

/** What renewing costs members after a change. `amount` null: not sold any more; as `before`: they keep their price. */
export type NextRenewal = { period: Period; members: number; before: number; amount: number | null; from: string | null }

/** Those whose price changes, or would but for `keep`. `from`: day from which higher prices count for renewals; null: never. */
export function nextRenewals(renewing: RenewingMembers[], stored: Prices, prices: Prices, from: string | null): NextRenewal[] {
  return renewing.flatMap(({ period, amount: before, members }): NextRenewal[] => {
    const price = prices[period]
    const isChanged = price !== stored[period]
    const next = { period, members, before, from: null }
    if (price === null) return isChanged ? [{ ...next, amount: null }] : []
    if (Number.isNaN(price) || price === before) return []
    if (price < before) return [{ ...next, amount: price }]
    if (from !== null) return [{ ...next, amount: price, from }]
    return isChanged ? [{ ...next, amount: before }] : []
  })
}
