import type { Quote } from '@portico/contract/orders'
import { useT } from '../../i18n.ts'
import { useDate } from '../../ui/format/use-date.ts'
import { restOf } from '../offer.ts'

/** Whether the plan would end before the one the member has. */
export function isShorter({ before, after }: Quote): boolean {
  return endOf(before) > endOf(after)
}

/** Text that the new plan ends earlier, and what becomes of the rest; undefined: it does not. */
export function useShorter(quote: Quote): string | undefined {
  const t = useT()
  const date = useDate()
  const [now, then] = [quote.before.expired_at, quote.after.expired_at]
  if (!isShorter(quote) || then === null) return undefined
  if (now === null) return t('quote.ends', { day: date(then) })
  const isCredited = quote.type === 'change' && restOf(quote).worth > 0
  return t(isCredited ? 'quote.ends_sooner_credited' : 'quote.ends_sooner', { now: date(now), day: date(then) })
}

/** End of a plan; without one, the latest. */
function endOf({ plan_name: name, expired_at: end }: Quote['before']): number {
  if (end !== null) return Date.parse(end)
  return name === null ? 0 : Infinity
}
