import type { Period } from '@portico/contract/periods'
import { type Plan, priceNow } from '@portico/contract/plans'
import { percentOff } from '@portico/contract/promotions'
import type { ReactNode } from 'react'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { Money } from '../../ui/format/money.tsx'
import { unbroken } from '../../ui/format/unbroken.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { PlainIcon } from '../../ui/plain/icons.tsx'
import { tagName } from './picked-out.ts'
import styles from './plan-card.module.css'
import { featuresOf } from './plan-features.tsx'
import { priceThen, saysPercent } from './plan-price.ts'

interface PlanCardProps {
  plan: Plan
  period: Period
  /** A word that sets this card apart, such as on the member's own plan. */
  mark?: string | undefined
  /** Draws the card as an arch on ink; one in a group. */
  arch?: boolean
  /** A line below the price. */
  note?: string | undefined
  /** Actions for the plan. */
  children: ReactNode
}

/** One plan with its price for one period and what it includes. */
export function PlanCard({ plan, period, mark, arch = false, note, children }: PlanCardProps) {
  const t = useT()
  const price = plan[period]
  const now = priceNow(plan, period)
  return (
    <article className={`${styles['card']} ${arch ? 'on-ink' : ''}`} data-arch={arch || undefined}>
      <header>
        <h3 aria-level={2}>{plan.name}</h3>
        {[...(mark ? [mark] : []), ...plan.tags.map(tagName)].map((tag) => (
          <span key={tag} className={styles['tag']}>
            {tag}
          </span>
        ))}
      </header>
      <div>
        {price !== null && (
          <p className={styles['price']}>
            <strong>{now === 0 ? t('plan.free') : <Money amount={now} currency={plan.currency} short />}</strong>
            <span className={styles['beside']}>
              {now < price && (
                <s>
                  <Money amount={price} currency={plan.currency} short />
                </s>
              )}
              <span>{t(`per.${period}`)}</span>
            </span>
          </p>
        )}
        {note && <p className={styles['note']}>{note}</p>}
        <Promotion plan={plan} period={period} />
      </div>
      <ul>
        {featuresOf(plan, period, t).map(({ key, text }) => (
          <Feature key={key}>{text}</Feature>
        ))}
      </ul>
      <footer>
        {plan.places_left !== null && plan.places_left > 0 && plan.places_left <= 20 && (
          <p className={styles['places']}>{t('plan.places_left', { n: plan.places_left })}</p>
        )}
        {children}
      </footer>
    </article>
  )
}

/** The promotion that lowers the price, and the price of later orders if it is only for the first one. */
function Promotion({ plan, period }: Pick<PlanCardProps, 'plan' | 'period'>) {
  const t = useT()
  const money = useMoney()
  const lang = useStore(language)
  const promotion = plan.promotions.find((one) => one.period === period)
  if (!promotion) return null
  const { name, percent } = promotion
  const off = percentOff(percent, lang)
  const then = priceThen(plan, period)
  return (
    <p className={styles['promotion']}>
      {then === null
        ? saysPercent(promotion)
          ? name
          : t('plan.promotion', { name, off })
        : t('plan.first_off', { off, amount: unbroken(`${money(then, plan.currency, true)} ${t(`per.${period}`)}`) })}
    </p>
  )
}

function Feature({ children }: { children: ReactNode }) {
  return (
    <li>
      <PlainIcon name="check" size={18} />
      <span>{children}</span>
    </li>
  )
}
