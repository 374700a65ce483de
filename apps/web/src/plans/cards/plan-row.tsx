import type { Period } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'
import type { ReactNode } from 'react'
import { pickedOut } from './picked-out.ts'
import { PlanCard } from './plan-card.tsx'
import around from './around-cards.module.css'
import styles from './plan-card.module.css'
import { PlanLines } from './plan-line.tsx'

interface PlanRowProps<P extends Plan> {
  plans: P[]
  /** Further plans, one per line. */
  rest: P[]
  periodOf: (plan: P) => Period
  /** A line below the price. */
  noteOf: (plan: P) => string | undefined
  /** A word that sets a card apart. */
  markOf?: (plan: P) => string | undefined
  /** The buttons of a plan. */
  action: (plan: P) => ReactNode
}

/** Up to three plans side by side, the recommended one as an arch; further ones one a line. */
export function PlanRow<P extends Plan>({ plans, rest, periodOf, noteOf, markOf, action }: PlanRowProps<P>) {
  const chosen = pickedOut(plans)
  const isLate = chosen !== null && plans.indexOf(chosen) > 2
  const first = isLate ? [...plans.slice(0, 2), chosen] : plans.slice(0, 3)
  return (
    <div className={around['plans']}>
      <div className={styles['row']} data-count={first.length}>
        {first.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={periodOf(plan)} mark={markOf?.(plan)} arch={plan === chosen} note={noteOf(plan)}>
            {action(plan)}
          </PlanCard>
        ))}
      </div>
      {chosen && <div className={styles['sill']} />}
      <PlanLines plans={[...plans.filter((plan) => !first.includes(plan)), ...rest]} periodOf={periodOf} action={action} />
    </div>
  )
}
