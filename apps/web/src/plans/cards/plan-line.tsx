import type { Period } from '@portico/contract/periods'
import { type Plan, priceNow } from '@portico/contract/plans'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { Money } from '../../ui/format/money.tsx'
import around from './around-cards.module.css'
import { featuresOf } from './plan-features.tsx'

/** Plans below the cards, one a line. */
export function PlanLines<P extends Plan>({ plans, ...each }: { plans: P[] } & Omit<LineProps<P>, 'plan'>) {
  if (plans.length === 0) return null
  return (
    <ul className={around['others']}>
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
  return (
    <li>
      <h3 aria-level={2}>{plan.name}</h3>
      <p className={around['features']}>
        {featuresOf(plan, period, t).map(({ key, text }) => (
          <span key={key}>{text}</span>
        ))}
      </p>
      <div>
        <p className={around['cost']}>
          <strong>{now === 0 ? t('plan.free') : <Money amount={now} currency={plan.currency} short />}</strong> {t(`per.${period}`)}
        </p>
        {action(plan)}
      </div>
    </li>
  )
}
