import { formatDateTime, timeAgo } from '@portico/contract/format-time'
import type { Language } from '@portico/contract/translations'

export type Words = { title: string; advice: string }
export type Saying = ReturnType<typeof saying>

/** How times are written in findings: the time alone today, else with the date. */
export function saying(language: Language, now: Date, zone: string) {
  return {
    ago: (at: Date): string => timeAgo(at, now.getTime(), language),
    at(time: Date): string {
      const [day, clock] = formatDateTime(time, zone).split(' ')
      return (day === formatDateTime(now, zone, 'day') ? clock : `${day} ${clock}`) ?? ''
    },
    day: (time: Date): string => formatDateTime(time, zone, 'day'),
  }
}
