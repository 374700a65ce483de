import { formatDateTime } from '../ui/format/format-time.ts'
import { messageKey, t } from '../i18n.ts'

/** A job in plain words. One unknown to this version is shown by its name. */
export function jobText(name: string): string {
  const key = `job.name_${name.replace(' ', '_')}`
  const text = t(messageKey(key))
  return text === key ? name : text
}

/** A crontab line (UTC) in words: each minute, hour or day, in the zone. Others are shown unchanged. */
export function cronText(cron: string, zone: string | undefined): string {
  const [, minute = '', hour = ''] = /^(\S+) (\S+) \* \* \*$/.exec(cron) ?? []
  const minutes = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (hour === '*' && minute === '*') return t('job.each_minute')
  if (hour === '*' && minutes !== undefined) return t('job.each_minutes', { n: Number(minutes) })
  if (!/^\d+$/.test(minute)) return cron
  if (hour !== '*' && !/^\d+$/.test(hour)) return cron
  const at = new Date()
  at.setUTCHours(Number(hour === '*' ? 0 : hour), Number(minute))
  const time = formatDateTime(at, zone, 'time').slice(0, 5)
  return hour === '*' ? t('job.each_hour', { minute: time.slice(3) }) : t('job.each_day', { time })
}
