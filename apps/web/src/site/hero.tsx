import { listPublicPlans } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { LocationArch } from '../outages/location-arch.tsx'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { cheapestMonth } from '../plans/plan-price.ts'
import { useStore } from '../store.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './hero.module.css'
import { SampleCard } from './sample-card.tsx'
import { Start } from './start-link.tsx'

const ECHOES = [330, 420, 530, 660, 815, 990]

/** What the service is, beside an arch of its locations with their live status. */
export function Hero() {
  const t = useT()
  const { data } = useServiceStatus()
  return (
    <section className={`${styles['hero']} deep`}>
      <svg className={styles['echo']} viewBox="-1100 -1000 2200 1000" aria-hidden>
        {ECHOES.map((radius, i) => (
          <path key={radius} d={`M${-radius} 0V-196A${radius} ${radius} 0 0 1 ${radius} -196V0`} strokeOpacity={0.1 - i * 0.014} />
        ))}
      </svg>
      <div className={`${styles['inner']} wrap`}>
        <div className={`${styles['words']} on-ink`}>
          <h1>{t('home.title')}</h1>
          <p className={styles['lead']}>{t('home.text')}</p>
          <div className={styles['actions']}>
            <Start />
            <Link to="/price" className={buttonClass('outline', 'large')}>
              {t('home.see_prices')}
            </Link>
          </div>
          <From />
        </div>
        <div className={styles['portal']}>
          <LocationArch locations={data?.locations ?? []} />
          <SampleCard />
        </div>
      </div>
    </section>
  )
}

/** The lowest price of a month, if any plan is sold by the month. */
function From() {
  const t = useT()
  const lang = useStore(language)
  const { data } = useQuery(get(listPublicPlans, {}, { background: true }), queryClient)
  const cheapest = cheapestMonth(data?.items ?? [])
  return (
    <p className={styles['from']}>
      {cheapest ? t('home.from', { price: formatMoney(cheapest.amount, cheapest.currency, lang, true) }) : t('home.pay_later')}
    </p>
  )
}
