import { type Period, PERIODS } from '@portico/contract/periods'
import { type Plan, priceNow, trafficSpan } from '@portico/contract/plans'
import { readToken } from '../api/session.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { formatMoney } from '../ui/format/format-money.ts'
import { Money } from '../ui/format/money.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { pickedOut } from './picked-out.ts'
import { PlanCard } from './plan-card.tsx'
import styles from './plan-card.module.css'
import { cheaperBy } from './plan-price.ts'

interface PlanGridProps {
  plans: Plan[]
  periodOf: (plan: Plan) => Period
}

/** Plans for visitors: three side by side, further ones one a line. A click configures the plan, after registration if needed. */
export function PlanGrid({ plans, periodOf }: PlanGridProps) {
  const chosen = pickedOut(plans)
  const isLate = chosen !== null && plans.indexOf(chosen) > 2
  const first = isLate ? [...plans.slice(0, 2), chosen] : plans.slice(0, 3)
  const others = plans.filter((plan) => !first.includes(plan))
  const noteOf = useNote()
  return (
    <div>
      <div className={styles['row']} data-count={first.length}>
        {first.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={periodOf(plan)} arch={plan === chosen} note={noteOf(plan, periodOf(plan))}>
            <Choose plan={plan} period={periodOf(plan)} kind={plan === chosen || !chosen ? 'primary' : 'outline'} />
          </PlanCard>
        ))}
      </div>
      {chosen && <div className={styles['sill']} />}
      {others.length > 0 && (
        <ul className={styles['others']}>
          {others.map((plan) => (
            <Line key={plan.id} plan={plan} period={periodOf(plan)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Line({ plan, period }: { plan: Plan; period: Period }) {
  const t = useT()
  const now = priceNow(plan, period)
  const more = plan.content.split('\n').filter((line) => line.trim() !== '')
  return (
    <li>
      <h3 aria-level={2}>{plan.name}</h3>
      <p className={styles['features']}>
        <span>
          <Bytes value={plan.transfer_enable} /> {t(`plan.traffic_${trafficSpan(plan, period === 'onetime_price')}`)}
        </span>
        {more.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <p className={styles['cost']}>
        <strong>{now === 0 ? t('plan.free') : <Money amount={now} currency={plan.currency} short />}</strong> {t(`per.${period}`)}
      </p>
      <Choose plan={plan} period={period} kind="outline" />
    </li>
  )
}

/** Says that a longer period costs less a month. */
function useNote(): (plan: Plan, period: Period) => string | undefined {
  const t = useT()
  const lang = useStore(language)
  return (plan, period) => {
    const best = cheaperBy(plan, period)
    return best ? t(`plan_cheaper.${best.period}`, { price: formatMoney(best.amount, plan.currency, lang, true) }) : undefined
  }
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
