import type { Period } from '@portico/contract/periods'
import { type Plan, priceNow, trafficSpan } from '@portico/contract/plans'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { Bytes } from '../../ui/format/bytes.tsx'
import { Money } from '../../ui/format/money.tsx'
import styles from './plan-card.module.css'

/** Plans below the cards, one a line. */
export function PlanLines<P extends Plan>({ plans, ...each }: { plans: P[] } & Omit<LineProps<P>, 'plan'>) {
  if (plans.length === 0) return null
  return (
    <ul className={styles['others']}>
      {plans.map((plan) => (
        <Line key={plan.id} plan={plan} {...each} />
      ))}
    </ul>
  )
}

interface LineProps<P extends Plan> {
  plan: P
  periodOf: (plan: P) => Period
  /** The button of a plan. */
  action: (plan: P) => ReactNode
}

function Line<P extends Plan>({ plan, periodOf, action }: LineProps<P>) {
  const t = useT()
  const period = periodOf(plan)
  const now = priceNow(plan, period)
  const more = plan.content.split('\n').filter((line) => line.trim() !== '')
  return (
    <li>
      <h3 aria-level={2}>{plan.name}</h3>
      <p className={styles['features']}>
        <span>
          <Bytes value={plan.transfer_enable} /> {t(`plan.traffic_${trafficSpan(plan, period === 'onetime_price')}`)}
        </span>
        <span>{plan.speed_limit === null ? t('plan.speed_unlimited') : t('plan.speed', { n: plan.speed_limit })}</span>
        <span>{plan.device_limit === null ? t('plan.devices_unlimited') : t('plan.devices', { n: plan.device_limit })}</span>
        {more.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <div>
        <p className={styles['cost']}>
          <strong>{now === 0 ? t('plan.free') : <Money amount={now} currency={plan.currency} short />}</strong> {t(`per.${period}`)}
        </p>
        {action(plan)}
      </div>
    </li>
  )
}
