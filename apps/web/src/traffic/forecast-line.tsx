import { getForecast } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { useDate } from '../ui/format/use-date.ts'
import styles from './traffic.module.css'

/** When the traffic will run out at the pace of the last days; nothing if it lasts. */
export function ForecastLine() {
  const t = useT()
  const date = useDate()
  const { data } = useQuery(get(getForecast, {}, { background: true }))
  if (!data || data.runs_out_at === null) return null
  return <p className={styles['note']}>{t('traffic.forecast', { day: date(data.runs_out_at) })}</p>
}
