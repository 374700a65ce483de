import { useZone } from '../../api/site.ts'
import { language } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { formatDateTime, formatDay } from './format-time.ts'
import { unbroken } from './unbroken.ts'

/**
 * A day within a sentence or beside a name, in the site's time zone: `Nov 5, 2030`, with `minute` `Nov 5, 2030, 09:05`. Columns have
 * `DateTime`.
 */
export function useDate(): (time: string | Date, part?: 'day' | 'minute') => string {
  const zone = useZone()
  const locale = useStore(language)
  return (time, part = 'day') => {
    const [day = '', minute] = formatDateTime(time, zone).split(' ')
    const date = formatDay(day, locale, 'date')
    return part === 'day' ? date : unbroken(`${date}${locale === 'en' ? ',' : ''} ${minute}`)
  }
}

/** A deadline with its time zone: `Nov 5, 2030, 09:05 (Asia/Shanghai)`. */
export function useDeadline(): (time: string | Date) => string {
  const zone = useZone()
  const date = useDate()
  return (time) => (zone === undefined ? date(time, 'minute') : `${date(time, 'minute')} (${zone})`)
}
