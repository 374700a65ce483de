const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Minutes below an hour, hours below a day, otherwise days. Future times read as future. */
export function timeAgo(time: string | Date, now: number, locale: string): string {
  const distance = new Date(time).getTime() - now
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const size = Math.abs(distance)
  if (size < HOUR) return format.format(Math.trunc(distance / MINUTE), 'minute')
  if (size < DAY) return format.format(Math.trunc(distance / HOUR), 'hour')
  return format.format(Math.trunc(distance / DAY), 'day')
}

/** `2030-01-31 09:05` in the given zone, the same in every language so that columns line up. */
export function formatDateTime(time: string | Date, zone: string | undefined, part: 'minute' | 'day' | 'second' = 'minute'): string {
  // Swedish writes dates in ISO format.
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    ...(part === 'day' ? {} : { timeStyle: part === 'second' ? 'medium' : 'short' }),
    ...(zone ? { timeZone: zone } : {}),
  })
  return format.format(new Date(time))
}

/** `2030-11-05` → `5 Nov`, or `Tue`: short enough for an axis. */
export function formatDay(day: string, locale: string, part: 'day' | 'weekday' = 'day'): string {
  const shape = part === 'day' ? ({ day: 'numeric', month: 'short' } as const) : ({ weekday: 'short' } as const)
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...shape, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
