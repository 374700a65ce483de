import type { Period } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'
import { PERIODS } from '@portico/contract/periods'
import { readToken } from '../api/session.ts'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { PlanCard } from './plan-card.tsx'
import styles from './plan-card.module.css'

/** Plans for visitors. A click opens the plan's configuration, after registration if needed. */
export function PlanGrid({ plans, periodOf }: { plans: Plan[]; periodOf: (plan: Plan) => Period }) {
  return (
    <div className={styles['grid']}>
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} period={periodOf(plan)}>
          <Choose plan={plan} period={periodOf(plan)} />
        </PlanCard>
      ))}
    </div>
  )
}

function Choose({ plan, period }: { plan: Plan; period: Period }) {
  const t = useT()
  if (plan.places_left === 0) {
    return (
      <button type="button" className={buttonClass('outline')} disabled>
        {t('plan.sold_out')}
      </button>
    )
  }
  const path = `/user/plan/${plan.id}/${PERIODS.indexOf(period) + 1}`
  return (
    <PathLink to={readToken() ? path : `/register?${new URLSearchParams({ redirect: path })}`} className={buttonClass('primary')}>
      {t('plan.choose')}
      <span className="visually-hidden"> {plan.name}</span>
    </PathLink>
  )
}
