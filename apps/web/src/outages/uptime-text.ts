import type { Location } from '@portico/contract/outages'
import { language, t } from '../i18n.ts'
import { formatDay } from '../ui/format/format-time.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { lasted } from './lasted.ts'
import { dataSince } from './overall.ts'

type Measured = Pick<Location, 'uptime' | 'days'>

/** The uptime as shown; empty before there is a day of data. The caller must render again when the language changes. */
export function uptimeText({ uptime, days }: Measured): string {
  const since = dataSince(days)
  if (since === 'new') return ''
  const percent = percentOf(uptime)
  return since === 'all' ? t('service.uptime', { percent }) : t('service.uptime_since', { percent, day: dayName(since.day) })
}

/** Uptime as a sentence for screen readers. `place` null: all locations. */
export function historyText({ uptime, days }: Measured, place: string | null): string {
  const since = dataSince(days)
  const name = place ?? t('service.all')
  if (since === 'new') return t('service.history_new', { place: name })
  const percent = percentOf(uptime)
  return since === 'all'
    ? t('service.history', { place: name, percent })
    : t('service.history_since', { place: name, percent, day: dayName(since.day) })
}

/** Length of an outage: "27 minutes", "2 h 5 min". Redraw when the language changes. */
export function lastedText(from: string, until: string): string {
  const { h, m } = lasted(from, Date.parse(until))
  return h === 0 ? t('service.minutes', { n: m }) : t('service.hours', { h, m })
}

export function dayName(day: string): string {
  return formatDay(day, language.get())
}
