import { useZone } from '../api/site.ts'
import { language } from '../i18n.ts'
import { useStore } from '../store.ts'
import { shiftMonth } from '../ui/format/calendar.ts'
import { formatDateTime, formatDay } from '../ui/format/format-time.ts'

/** Names of days (2026-11-22) and months (2026-11) in the active language. */
export function useMonthNames() {
  const lang = useStore(language)
  const zone = useZone()
  return {
    long: (month: string) => formatDay(`${month}-01`, lang, 'year'),
    month: (month: string) => formatDay(`${month}-01`, lang, 'longMonth'),
    day: (day: string) => formatDay(day, lang),
    previous: (month: string) => shiftMonth(month, -1),
    next: (month: string) => shiftMonth(month, 1),
    /** Today in the site's zone. */
    today: () => formatDateTime(new Date(), zone, 'day'),
  }
}
