import type { Location } from '@portico/contract/outages'
import { useT } from '../i18n.ts'
import styles from './service-page.module.css'

const [STEP, WIDTH, HEIGHT] = [10, 7, 34]

/** One bar for each of the last 90 days. The label of the whole picture gives the overall figure. */
export function DayBars({ place }: { place: Location }) {
  const t = useT()
  const label = t('service.history', { place: place.name, percent: (place.uptime / 100).toFixed(2) })
  return (
    <div className={styles['history']}>
      <svg viewBox={`0 0 ${place.days.length * STEP - (STEP - WIDTH)} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {place.days.map(({ day, uptime }, i) => (
          <rect key={day} x={i * STEP} width={WIDTH} height={HEIGHT} rx={2} data-level={levelOf(uptime)}>
            <title>{uptime === null ? t('service.no_data', { day }) : t('service.day', { day, percent: (uptime / 100).toFixed(2) })}</title>
          </rect>
        ))}
      </svg>
      <div className={styles['ends']} aria-hidden>
        <span>{t('service.days_ago')}</span>
        <span>{t('service.today')}</span>
      </div>
    </div>
  )
}

/** A day with minutes lost looks different from a day with hours lost. */
function levelOf(uptime: number | null): 'none' | 'up' | 'partly' | 'down' {
  if (uptime === null) return 'none'
  if (uptime >= 9990) return 'up'
  return uptime >= 9500 ? 'partly' : 'down'
}
