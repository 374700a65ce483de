import { type Period, periodMonths } from '@portico/contract/periods'
import type { MemberPlan } from '@portico/contract/plans'
import { language, useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { formatMoney } from '../ui/format/format-money.ts'
import { Money } from '../ui/format/money.tsx'
import { PlainIcon } from '../ui/plain/icons.tsx'
import styles from './configure.module.css'
import { priceNow } from './plan-price.ts'

interface PeriodChoiceProps {
  plan: MemberPlan
  periods: Period[]
  value: Period
  onChange: (next: Period) => void
}

/** The periods a plan is offered for, with their prices before any coupon. */
export function PeriodChoice({ plan, periods, value, onChange }: PeriodChoiceProps) {
  const t = useT()
  return (
    <Card title={t('configure.period')}>
      <fieldset className={styles['periods']}>
        <legend className="visually-hidden">{t('configure.period')}</legend>
        {periods.map((period) => (
          <label key={period} className={styles['period']}>
            <input type="radio" name="period" checked={period === value} onChange={() => onChange(period)} />
            <span>
              <strong>{t(`period.${period}`)}</strong>
              <EachMonth plan={plan} period={period} />
            </span>
            <span className={styles['amount']}>
              <Price plan={plan} period={period} />
            </span>
          </label>
        ))}
      </fieldset>
    </Card>
  )
}

/** What the plan includes, in the operator's words. */
export function PlanContent({ plan }: { plan: MemberPlan }) {
  const t = useT()
  const features = plan.content.split('\n').filter((line) => line.trim() !== '')
  if (features.length === 0) return null
  return (
    <Card title={t('configure.content')}>
      <ul className={styles['features']}>
        {features.map((line) => (
          <li key={line}>
            <PlainIcon name="check" size={18} />
            {line}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Price({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const now = priceNow(plan, period)
  if (now === 0) return t('plan.free')
  return <Money amount={now} currency={plan.currency} short />
}

/** The price of a longer period per month. */
function EachMonth({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const months = periodMonths[period]
  const price = priceNow(plan, period)
  if (months === null) return <small>{t(period === 'reset_price' ? 'configure.reset_text' : 'configure.once')}</small>
  if (months === 1 || !price) return null
  return <small>{t('configure.each_month', { amount: formatMoney(Math.round(price / months), plan.currency, language.get()) })}</small>
}
