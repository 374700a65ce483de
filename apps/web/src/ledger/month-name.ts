import { language } from '../i18n.ts'
import { useStore } from '../store.ts'
import { formatDay } from '../ui/format/format-time.ts'

/** `2026-11` as "November 2026"; `short`: as "Nov", for an axis. */
export function useMonthName(): (month: string, short?: boolean) => string {
  const lang = useStore(language)
  return (month, short = false) => formatDay(`${month}-01`, lang, short ? 'month' : 'year')
}
