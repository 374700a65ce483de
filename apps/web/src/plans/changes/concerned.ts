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
