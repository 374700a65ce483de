import type { Location } from '@portico/contract/outages'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { DayStones, NoDataLegend } from '../ui/chart/day-stones.tsx'
import { placeName } from '../ui/format/country-name.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { historyText } from './uptime-text.ts'
import styles from './day-bars.module.css'

/** The uptime of each of the last days, of which `known` are shown. `label` gives the overall figure. */
export function UptimeStrip({ days, known, label }: { days: Location['days']; known: number; label: string }) {
  const t = useT()
  const nameOf = (day: string, uptime: number | null): string =>
    uptime === null ? t('service.no_data', { day }) : t('service.day', { day, percent: percentOf(uptime) })
  return <DayStones days={days.slice(-known).map(({ day, uptime }) => ({ name: nameOf(day, uptime), uptime }))} label={label} />
}

/** The last days of a location. In a list of locations, one with its ends named is enough. */
export function DayBars({ place, known, ends }: { place: Location; known: number; ends: boolean }) {
  const t = useT()
  const name = placeName(place.name, useStore(language))
  return (
    <>
      <UptimeStrip days={place.days} known={known} label={historyText(place, name)} />
      {ends && (
        <div className={styles['ends']} aria-hidden>
          <span>{t('service.days_ago', { n: known })}</span>
          <NoDataLegend days={place.days.slice(-known)} text={t('service.grey')} />
          <span>{t('service.today')}</span>
        </div>
      )}
    </>
  )
}
