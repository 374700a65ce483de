import { type Period, periodMonths } from '@portico/contract/periods'
import type { MemberPlan } from '@portico/contract/plans'
import { language, useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { Money } from '../ui/money.tsx'
import { PlainIcon } from '../ui/plain/icons.tsx'
import styles from './configure.module.css'

interface PeriodChoiceProps {
  plan: MemberPlan
  periods: Period[]
  value: Period
  onChange: (next: Period) => void
}

/** The periods a plan can be had for, with what each comes to, and what the plan holds. */
export function PeriodChoice({ plan, periods, value, onChange }: PeriodChoiceProps) {
  const t = useT()
  const features = plan.content.split('\n').filter((line) => line.trim() !== '')
  return (
    <div className={styles['stack']}>
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
                {plan[period] === 0 ? t('plan.free') : <Money amount={plan[period] ?? 0} currency={plan.currency} short />}
              </span>
            </label>
          ))}
        </fieldset>
      </Card>
      {features.length > 0 && (
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
      )}
    </div>
  )
}

/** What a longer period comes to for each month. */
function EachMonth({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const months = periodMonths[period]
  const price = plan[period]
  if (months === null) return <small>{t('configure.once')}</small>
  if (months === 1 || !price) return null
  return <small>{t('configure.each_month', { amount: formatMoney(Math.round(price / months), plan.currency, language.get()) })}</small>
}
