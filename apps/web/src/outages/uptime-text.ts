import type { Location } from '@portico/contract/outages'
import { language, t } from '../i18n.ts'
import { formatDay } from '../ui/format/format-time.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { dataSince } from './overall.ts'

type Measured = Pick<Location, 'uptime' | 'days'>

/** The uptime as shown; empty before there is a day of data. The caller must render again when the language changes. */
export function uptimeText({ uptime, days }: Measured): string {
  const since = dataSince(days)
  if (since === 'new') return ''
  const percent = percentOf(uptime)
  return since === 'all' ? t('service.uptime', { percent }) : t('service.uptime_since', { percent, day: dayName(since.day) })
}

/** The same as a sentence for screen readers. `place` null: all locations. */
export function historyText({ uptime, days }: Measured, place: string | null): string {
  const since = dataSince(days)
  const name = place ?? t('service.all')
  if (since === 'new') return t('service.history_new', { place: name })
  const percent = percentOf(uptime)
  return since === 'all'
    ? t('service.history', { place: name, percent })
    : t('service.history_since', { place: name, percent, day: dayName(since.day) })
}

export function dayName(day: string): string {
  return formatDay(day, language.get())
}
