import { soldPeriods } from '@portico/contract/plans'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { PlanGrid } from './plan-grid.tsx'
import styles from './price-page.module.css'
import { usePlansOnSale } from './use-plans-on-sale.ts'

/** The plans on the home page. Takes no space if there are none or they cannot be loaded. */
export function PlanTeaser() {
  const t = useT()
  const plans = usePlansOnSale()
  if (!plans || plans.length === 0) return null
  return (
    <section className={`${styles['teaser']} wrap`} aria-labelledby="plans">
      <header className={styles['intro']}>
        <h2 id="plans">{t('home.plans')}</h2>
        <p>{t('home.plans_text')}</p>
      </header>
      <PlanGrid plans={plans} periodOf={(plan) => soldPeriods(plan)[0] ?? 'month_price'} />
      <p className={styles['all']}>
        <Link to="/price">{t('home.all_plans')}</Link>
      </p>
    </section>
  )
}
