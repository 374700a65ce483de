import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format-bytes.ts'
import styles from './dashboard.module.css'

interface Day {
  day: string
  billed_u: number
  billed_d: number
}

/** Use of the last days as bars; a list of figures for those who do not see them. */
export function UsageBars({ days }: { days: Day[] }) {
  const t = useT()
  const sums = days.map(({ day, billed_u: up, billed_d: down }) => ({ day, amount: up + down }))
  const most = Math.max(...sums.map((sum) => sum.amount), 0)
  if (most === 0) return <p className={styles['quiet']}>{t('dashboard.usage_empty')}</p>
  return (
    <ul className={styles['bars']}>
      {sums.map(({ day, amount }) => (
        <li key={day} title={t('dashboard.usage_day', { day, amount: formatBytes(amount) })}>
          <span className={styles['bar']} style={{ height: `${Math.max(2, (amount / most) * 100)}%` }} />
          <span className={styles['day']} aria-hidden>
            {day.slice(5)}
          </span>
          <span className="visually-hidden">{t('dashboard.usage_day', { day, amount: formatBytes(amount) })}</span>
        </li>
      ))}
    </ul>
  )
}
