const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Just now, minutes below an hour, hours below a day, otherwise days. Future times read as future. Chinese with spaces. */
export function timeAgo(time: string | Date, now: number, locale: string): string {
  const distance = new Date(time).getTime() - now
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const size = Math.abs(distance)
  if (size < MINUTE && distance <= 0) return locale === 'en' ? 'just now' : '刚刚'
  const say = (by: number, unit: 'minute' | 'hour' | 'day'): string =>
    format.format(Math.trunc(distance / by), unit).replace(/\d(?=\p{Script=Han})/gu, '$& ')
  if (size < HOUR) return say(MINUTE, 'minute')
  if (size < DAY) return say(HOUR, 'hour')
  return say(DAY, 'day')
}

/** `2030-01-31 09:05` in the given zone, the same in every language so that columns line up. */
export function formatDateTime(
  time: string | Date,
  zone: string | undefined,
  part: 'minute' | 'day' | 'second' | 'time' = 'minute',
): string {
  // Swedish writes dates in ISO format.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...(part === 'time' ? {} : { dateStyle: 'short' }),
    ...(part === 'day' ? {} : { timeStyle: part === 'minute' ? 'short' : 'medium' }),
    ...(zone ? { timeZone: zone } : {}),
  })
  return format.format(new Date(time))
}

const SHAPES = {
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'short' },
  month: { month: 'short' },
  longMonth: { month: 'long' },
  year: { month: 'long', year: 'numeric' },
} as const

/**
 * `2030-11-05` → `Nov 5`; `date`: `Nov 5, 2030`; `weekday`: `Tue`; `month`: `Nov`; `longMonth`: `November`; `year`: `November 2030`.
 * Chinese with spaces: `11 月 5 日`.
 */
export function formatDay(day: string, locale: string, part: keyof typeof SHAPES = 'day'): string {
  // The long Chinese name of a month is spelt out, the short one is a number.
  const shape = SHAPES[part === 'longMonth' && locale !== 'en' ? 'month' : part]
  // A day has no time zone of its own: it is read and written in UTC.
  const text = new Intl.DateTimeFormat(locale, { ...shape, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  return text.replace(/\d(?=[年月日])|[年月](?=\d)/g, '$& ')
}
