import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import styles from './coupons-manage.module.css'
import type { Validity } from './validity-form.ts'

/** Table cell with the plans and periods. `plans`: plan names by id. */
export function Scope({ of, plans }: { of: Validity; plans: Map<number, string> }) {
  const t = useT()
  const planNames = of.plan_ids?.map((id) => plans.get(id) ?? `#${id}`).join(', ')
  const periods = of.periods?.map((period) => t(`period.${period}`)).join(', ')
  return (
    <div className={styles['two']}>
      <span className={styles['clip']} title={planNames}>
        {planNames ?? t('validity.any_plan')}
      </span>
      <small className={styles['clip']} title={periods}>
        {periods ?? t('validity.any_period')}
      </small>
    </div>
  )
}

/** Table cell with the start and end. */
export function Dates({ of: { starts_at: starts, ends_at: ends } }: { of: Validity }) {
  const t = useT()
  const zone = useZone()
  if (starts === null && ends === null) return <span style={{ whiteSpace: 'nowrap' }}>{t('validity.no_end')}</span>
  return (
    <div className={styles['two']}>
      {starts !== null && <span>{t('validity.from', { time: formatDateTime(starts, zone) })}</span>}
      <span>{ends === null ? t('validity.no_end') : t('validity.until', { time: formatDateTime(ends, zone) })}</span>
    </div>
  )
}
