import { type BlockedHours, WEEKDAYS } from '@portico/contract/youth-rules'
import { useT } from '../i18n.ts'
import { unbroken } from '../ui/format/unbroken.ts'
import { isOvernight, weekDays } from './hours-text.ts'

/** The hours of certain days as text: `Mon, Tue 22:00 – 06:00 the next day`. The part after the days does not wrap. */
export function useHoursText(): (hours: BlockedHours) => string {
  const t = useT()
  return (hours) => {
    const days = weekDays(hours.days)
    const named =
      days.length === WEEKDAYS.length ? t('youth.every_day') : days.map((day) => t(`youth.day_${day}`)).join(t('youth.separator'))
    const until = isOvernight(hours) ? t('youth.next_day', { time: hours.to }) : hours.to
    return `${named} ${unbroken(`${hours.from} – ${until}`)}`
  }
}
