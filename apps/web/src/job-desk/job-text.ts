import { messageKey, t } from '../i18n.ts'

/** A job in plain words. One unknown to this version is shown by its name. */
export function jobText(name: string): string {
  const key = `job.name_${name}`
  const text = t(messageKey(key))
  return text === key ? name : text
}

/** A crontab line in words: each minute, hour or day. Others are shown unchanged. */
export function cronText(cron: string): string {
  const [, minute = '', hour = ''] = /^(\S+) (\S+) \* \* \*$/.exec(cron) ?? []
  const minutes = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (hour === '*' && minute === '*') return t('job.each_minute')
  if (hour === '*' && minutes !== undefined) return t('job.each_minutes', { n: Number(minutes) })
  if (!/^\d+$/.test(minute)) return cron
  if (hour === '*') return t('job.each_hour', { minute: two(minute) })
  return /^\d+$/.test(hour) ? t('job.each_day', { time: `${two(hour)}:${two(minute)}` }) : cron
}

const two = (digits: string): string => digits.padStart(2, '0')
