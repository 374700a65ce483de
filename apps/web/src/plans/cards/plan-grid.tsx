import { type Period, PERIODS } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'
import { readToken } from '../../api/session.ts'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { pickedOut } from './picked-out.ts'
import { PlanCard } from './plan-card.tsx'
import styles from './plan-card.module.css'
import { PlanLines } from './plan-line.tsx'

interface PlanGridProps {
  plans: Plan[]
  /** Further ones, always one a line. */
  rest?: Plan[]
  periodOf: (plan: Plan) => Period
  /** A line below the price. */
  noteOf: (plan: Plan) => string | undefined
}

/** Plans for visitors: three side by side, further ones one a line. A click configures the plan, after registration if needed. */
export function PlanGrid({ plans, rest = [], periodOf, noteOf }: PlanGridProps) {
  const chosen = pickedOut(plans)
  const isLate = chosen !== null && plans.indexOf(chosen) > 2
  const first = isLate ? [...plans.slice(0, 2), chosen] : plans.slice(0, 3)
  const choose = (plan: Plan, kind: 'primary' | 'outline') => <Choose plan={plan} period={periodOf(plan)} kind={kind} />
  return (
    <div>
      <div className={styles['row']} data-count={first.length}>
        {first.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={periodOf(plan)} arch={plan === chosen} note={noteOf(plan)}>
            {choose(plan, plan === chosen || !chosen ? 'primary' : 'outline')}
          </PlanCard>
        ))}
      </div>
      {chosen && <div className={styles['sill']} />}
      <PlanLines
        plans={[...plans.filter((plan) => !first.includes(plan)), ...rest]}
        periodOf={periodOf}
        action={(plan) => choose(plan, 'outline')}
      />
    </div>
  )
}

function Choose({ plan, period, kind }: { plan: Plan; period: Period; kind: 'primary' | 'outline' }) {
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
    <PathLink to={readToken() ? path : `/register?${new URLSearchParams({ redirect: path })}`} className={buttonClass(kind)}>
      {t('plan.choose')}
      <span className="visually-hidden"> {plan.name}</span>
    </PathLink>
  )
}
