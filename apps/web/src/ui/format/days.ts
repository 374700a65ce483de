import { useState } from 'react'
import { useZone } from '../../api/site.ts'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { formatDateTime, formatDay } from './format-time.ts'

const DAY_MS = 86_400_000

/** Name of a day: "Today", "Nov 5", with the year if another. */
export function useDayName(): (day: string) => string {
  const t = useT()
  const zone = useZone()
  const locale = useStore(language)
  const [now] = useState(Date.now)
  const [today, yesterday] = [0, DAY_MS].map((ago) => formatDateTime(new Date(now - ago), zone, 'day'))
  return (day) => {
    if (day === today) return t('msg.today')
    if (day === yesterday) return t('msg.yesterday')
    return day.slice(0, 4) === today?.slice(0, 4) ? formatDay(day, locale) : formatDay(day, locale, 'date')
  }
}

/** Groups things by day in the site's zone, in order. */
export function byDay<T>(things: T[], timeOf: (thing: T) => string, zone: string | undefined): Map<string, T[]> {
  const days = new Map<string, T[]>()
  for (const thing of things) {
    const day = formatDateTime(timeOf(thing), zone, 'day')
    days.set(day, [...(days.get(day) ?? []), thing])
  }
  return days
}
