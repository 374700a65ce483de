import { cheapestMonth, type Plan } from '@portico/contract/plans'
import { Link } from '@tanstack/react-router'
import { useBrand } from '../api/brand.ts'
import { useSite } from '../api/site.ts'
import { language, useT } from '../i18n.ts'
import { LocationArch } from '../outages/location-arch.tsx'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { pickedOut } from '../plans/cards/picked-out.ts'
import { usePlansOnSale } from '../plans/use-plans-on-sale.ts'
import { useStore } from '../store.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './hero.module.css'
import { SampleCard } from './sample-card.tsx'
import { Start } from './start-link.tsx'

const ECHOES = [330, 420, 530, 660, 815, 990]

/**
 * What the service is, beside an arch of its locations with their live status. A site with neither plans nor locations says only that
 * nothing is on sale yet.
 */
export function Hero() {
  const t = useT()
  const { headline, intro } = useBrand()
  const { data } = useServiceStatus()
  const plans = usePlansOnSale()
  const sellsNothing = plans?.length === 0
  const isEmpty = sellsNothing && data?.locations.length === 0
  return (
    <section className={`${styles['hero']} deep`}>
      <svg className={styles['echo']} viewBox="-1100 -1000 2200 1000" aria-hidden>
        {ECHOES.map((radius, i) => (
          <path key={radius} d={`M${-radius} 0V-196A${radius} ${radius} 0 0 1 ${radius} -196V0`} strokeOpacity={0.1 - i * 0.014} />
        ))}
      </svg>
      <div className={`${styles['inner']} wrap`}>
        <div className={`${styles['words']} on-ink`}>
          <h1>{headline || t('home.title')}</h1>
          {isEmpty ? <NothingYet className={styles['lead']} /> : <p className={styles['lead']}>{intro || t('home.text')}</p>}
          <div className={styles['actions']}>
            <Start />
            {!sellsNothing && (
              <Link to="/price" className={buttonClass('outline', 'large')}>
                {t('home.see_prices')}
              </Link>
            )}
          </div>
          {!isEmpty && (sellsNothing ? <NothingYet className={styles['from']} /> : <From plans={plans ?? []} />)}
        </div>
        <div className={styles['portal']}>
          <LocationArch locations={data?.locations ?? []} />
          {plans?.[0] && <SampleCard plan={pickedOut(plans) ?? plans[0]} />}
        </div>
      </div>
    </section>
  )
}

/** The lowest price of a month, if any plan is sold by the month. */
function From({ plans }: { plans: Plan[] }) {
  const t = useT()
  const lang = useStore(language)
  const cheapest = cheapestMonth(plans)
  return (
    <p className={styles['from']}>
      {cheapest ? t('home.from', { price: formatMoney(cheapest.amount, cheapest.currency, lang, true) }) : t('home.pay_later')}
    </p>
  )
}

function NothingYet({ className }: { className: string | undefined }) {
  const t = useT()
  const isOpen = useSite()?.registration_open !== false
  return <p className={className}>{t(isOpen ? 'home.nothing_yet' : 'home.nothing_yet_closed')}</p>
}
