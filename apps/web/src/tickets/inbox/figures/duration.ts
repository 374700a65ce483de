import type { MessageKey, Values } from '../../../i18n.ts'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

/** Seconds as a person says them: `35 s`, `12 min`, `3.5 h`, `2.1 days`. */
export function duration(seconds: number | null, t: (key: MessageKey, values?: Values) => string): string {
  if (seconds === null) return '–'
  if (seconds < MINUTE) return t('ticket_inbox.seconds', { n: seconds })
  if (seconds < HOUR) return t('ticket_inbox.minutes', { n: Math.round(seconds / MINUTE) })
  if (seconds < 2 * DAY) return t('ticket_inbox.hours', { n: Math.round((seconds / HOUR) * 10) / 10 })
  return t('ticket_inbox.days', { n: Math.round((seconds / DAY) * 10) / 10 })
}
