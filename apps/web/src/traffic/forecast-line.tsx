import { getForecast } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import styles from './traffic.module.css'

/** When the traffic will run out at the pace of the last days; nothing if it lasts. */
export function ForecastLine() {
  const t = useT()
  const zone = useZone()
  const { data } = useQuery(get(getForecast, {}, { background: true }))
  if (!data || data.runs_out_at === null) return null
  return <p className={styles['note']}>{t('traffic.forecast', { day: formatDateTime(data.runs_out_at, zone, 'day') })}</p>
}
