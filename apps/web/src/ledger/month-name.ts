import { language } from '../i18n.ts'
import { useStore } from '../store.ts'

/** `2026-11` as "November 2026"; `short`: as "Nov", for an axis. */
export function useMonthName(): (month: string, short?: boolean) => string {
  const lang = useStore(language)
  const names = new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const shortNames = new Intl.DateTimeFormat(lang, { month: 'short', timeZone: 'UTC' })
  return (month, short = false) => (short ? shortNames : names).format(new Date(`${month}-01T00:00:00Z`))
}
