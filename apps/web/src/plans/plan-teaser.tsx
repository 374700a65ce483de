import type { Period } from '@portico/contract/periods'
import { type Plan, soldPeriods } from '@portico/contract/plans'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { PlanGrid } from './cards/plan-grid.tsx'
import { cheaperBy } from './cards/plan-price.ts'
import styles from './price-page.module.css'
import { usePlansOnSale } from './use-plans-on-sale.ts'

/** The plans on the home page. Takes no space if there are none or they cannot be loaded. */
export function PlanTeaser() {
  const t = useT()
  const money = useMoney()
  const plans = usePlansOnSale()
  if (!plans || plans.length === 0) return null
  // Nothing beside the cards shows that a longer period costs less a month.
  const noteOf = (plan: Plan): string | undefined => {
    const best = cheaperBy(plan, firstPeriod(plan))
    return best ? t(`plan_cheaper.${best.period}`, { price: money(best.amount, plan.currency, true) }) : undefined
  }
  return (
    <section className={`${styles['teaser']} wrap`} aria-labelledby="plans">
      <header className={styles['intro']}>
        <h2 id="plans">{t('home.plans')}</h2>
        <p>{t('home.plans_text')}</p>
      </header>
      <PlanGrid plans={plans} periodOf={firstPeriod} noteOf={noteOf} />
      <p className={styles['all']}>
        <Link to="/price">{t('home.all_plans')}</Link>
      </p>
    </section>
  )
}

const firstPeriod = (plan: Plan): Period => soldPeriods(plan)[0] ?? 'month_price'
