import { useZone } from '../api/site.ts'
import { language } from '../i18n.ts'
import { useStore } from '../store.ts'
import { formatDateTime } from '../ui/format/format-time.ts'

/** Days and months have no time zone of their own: they are read and written in UTC. */
const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Names of days (2026-11-22) and months (2026-11) in the active language. */
export function useMonthNames() {
  const lang = useStore(language)
  const zone = useZone()
  const name = (day: string, options: Intl.DateTimeFormatOptions): string =>
    spaced(new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' }).format(at(day)))
  return {
    /** November 2026 */
    long: (month: string) => name(`${month}-01`, { month: 'long', year: 'numeric' }),
    /** November. The long Chinese name is spelt out, the short one is a number. */
    month: (month: string) => name(`${month}-01`, { month: lang === 'zh-CN' ? 'short' : 'long' }),
    /** Nov 22 */
    day: (day: string) => name(day, { day: 'numeric', month: 'short' }),
    previous: (month: string) => shifted(month, -1),
    next: (month: string) => shifted(month, 1),
    /** Today in the site's zone. */
    today: () => formatDateTime(new Date(), zone, 'day'),
  }
}

/** Chinese dates with a space between figures and characters, as in our texts. */
function spaced(text: string): string {
  return text.replace(/\d(?=[年月日])|[年月](?=\d)/g, '$& ')
}

function shifted(month: string, by: number): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7)
}
