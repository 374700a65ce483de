import type { Location } from '@portico/contract/outages'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { DayStones, NoDataLegend } from '../ui/chart/day-stones.tsx'
import { placeName } from '../ui/format/country-name.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { historyText } from './uptime-text.ts'
import styles from './day-bars.module.css'

/** The uptime of each of the last days. `label` gives the overall figure. */
export function UptimeStrip({ days, label }: { days: Location['days']; label: string }) {
  const t = useT()
  const nameOf = (day: string, uptime: number | null): string =>
    uptime === null ? t('service.no_data', { day }) : t('service.day', { day, percent: percentOf(uptime) })
  return <DayStones days={days.map(({ day, uptime }) => ({ name: nameOf(day, uptime), uptime }))} label={label} />
}

/** The last 90 days of a location. In a list of locations, one with its ends named is enough. */
export function DayBars({ place, ends }: { place: Location; ends: boolean }) {
  const t = useT()
  const name = placeName(place.name, useStore(language))
  return (
    <>
      <UptimeStrip days={place.days} label={historyText(place, name)} />
      {ends && (
        <div className={styles['ends']} aria-hidden>
          <span>{t('service.days_ago')}</span>
          <NoDataLegend days={place.days} text={t('service.grey')} />
          <span>{t('service.today')}</span>
        </div>
      )}
    </>
  )
}
