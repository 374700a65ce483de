import { type Period, PERIODS } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'
import { readToken } from '../../api/session.ts'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { pickedOut } from './picked-out.ts'
import { PlanRow } from './plan-row.tsx'

interface PlanGridProps {
  plans: Plan[]
  /** Further plans, one per line. */
  rest?: Plan[]
  periodOf: (plan: Plan) => Period
  /** A line below the price. */
  noteOf: (plan: Plan) => string | undefined
}

/** Plans for visitors. A click configures the plan, after registration if needed. */
export function PlanGrid({ plans, rest = [], periodOf, noteOf }: PlanGridProps) {
  const chosen = pickedOut(plans)
  const isMain = (plan: Plan): boolean => (chosen ? plan === chosen : plans.slice(0, 3).includes(plan))
  const choose = (plan: Plan) => <Choose plan={plan} period={periodOf(plan)} kind={isMain(plan) ? 'primary' : 'outline'} />
  return <PlanRow plans={plans} rest={rest} periodOf={periodOf} noteOf={noteOf} action={choose} />
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
