import { listPublicPlans, soldPeriods } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { PlanGrid } from './plan-grid.tsx'
import styles from './price-page.module.css'

/** The first plans, on the home page. Takes no space if there are none or they cannot be loaded. */
export function PlanTeaser() {
  const t = useT()
  const { data } = useQuery(get(listPublicPlans, {}, { background: true }), queryClient)
  const plans = (data?.items ?? []).filter((plan) => soldPeriods(plan).length > 0).slice(0, 3)
  if (plans.length === 0) return null
  return (
    <section className={styles['teaser']} aria-labelledby="plans">
      <div className={styles['head']}>
        <h2 id="plans">{t('home.plans')}</h2>
        <Link to="/price" className={buttonClass('outline')}>
          {t('home.all_plans')}
        </Link>
      </div>
      <PlanGrid plans={plans} periodOf={(plan) => soldPeriods(plan)[0] ?? 'month_price'} />
    </section>
  )
}
