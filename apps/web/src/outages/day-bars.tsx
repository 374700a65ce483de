import type { Location } from '@portico/contract/outages'
import { useT } from '../i18n.ts'
import styles from './day-bars.module.css'

const [STEP, WIDTH, HEIGHT] = [4, 3, 18]
const STONE = `v-${HEIGHT - 1.5}a1.5 1.5 0 0 1 ${WIDTH} 0v${HEIGHT - 1.5}z`

/** One stone for each of the last days. The label of the whole picture gives the overall figure. */
export function DayStones({ days, label }: { days: Location['days']; label: string }) {
  const t = useT()
  return (
    <svg
      className={styles['stones']}
      viewBox={`0 0 ${days.length * STEP - (STEP - WIDTH)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map(({ day, uptime }, i) => (
        <path key={day} d={`M${i * STEP} ${HEIGHT}${STONE}`} data-level={levelOf(uptime)}>
          <title>{uptime === null ? t('service.no_data', { day }) : t('service.day', { day, percent: percentOf(uptime) })}</title>
        </path>
      ))}
    </svg>
  )
}

/** The last 90 days of a location. In a list of locations, one with its ends named is enough. */
export function DayBars({ place, ends = true }: { place: Location; ends?: boolean }) {
  const t = useT()
  return (
    <>
      <DayStones days={place.days} label={t('service.history', { place: place.name, percent: percentOf(place.uptime) })} />
      {ends && (
        <div className={styles['ends']} aria-hidden>
          <span>{t('service.days_ago')}</span>
          <span>{t('service.today')}</span>
        </div>
      )}
    </>
  )
}

/** Hundredths of a percent as a figure: 9997 → 99.97, and 100 without decimals. */
export function percentOf(uptime: number): string {
  return uptime === 10_000 ? '100' : (uptime / 100).toFixed(2)
}

/** A day with minutes lost looks different from a day with hours lost. */
function levelOf(uptime: number | null): 'none' | 'up' | 'partly' | 'down' {
  if (uptime === null) return 'none'
  if (uptime >= 9990) return 'up'
  return uptime >= 9500 ? 'partly' : 'down'
}
