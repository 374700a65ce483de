import { language } from '../i18n.ts'
import { useStore } from '../store.ts'

/** `2026-11` as "November 2026"; `short`: as "Nov", for an axis. */
export function useMonthName(): (month: string, short?: boolean) => string {
  const lang = useStore(language)
  const names = new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const shortNames = new Intl.DateTimeFormat(lang, { month: 'short', timeZone: 'UTC' })
  return (month, short = false) => {
    const at = new Date(`${month}-01T00:00:00Z`)
    // Chinese text sets a space between figures and characters: 2026 年 11 月.
    return short ? shortNames.format(at) : names.format(at).replace(/(?<=\d)(?=[年月])|(?<=年)(?=\d)/g, ' ')
  }
}
