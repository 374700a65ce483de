import { useZone } from '../api/site.ts'
import { language } from '../i18n.ts'
import { useStore } from '../store.ts'
import { formatDateTime, formatDay } from '../ui/format/format-time.ts'

/** Names of days (2026-11-22) and months (2026-11) in the active language. */
export function useMonthNames() {
  const lang = useStore(language)
  const zone = useZone()
  return {
    long: (month: string) => formatDay(`${month}-01`, lang, 'year'),
    month: (month: string) => formatDay(`${month}-01`, lang, 'longMonth'),
    day: (day: string) => formatDay(day, lang),
    previous: (month: string) => shifted(month, -1),
    next: (month: string) => shifted(month, 1),
    /** Today in the site's zone. */
    today: () => formatDateTime(new Date(), zone, 'day'),
  }
}

function shifted(month: string, by: number): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7)
}
