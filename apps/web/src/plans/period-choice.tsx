import { type Period, periodMonths } from '@portico/contract/periods'
import { limitNames } from '@portico/contract/plan-limits'
import { type MemberPlan, priceNow } from '@portico/contract/plans'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import { Money } from '../ui/format/money.tsx'
import { useDate } from '../ui/format/use-date.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { PlainIcon } from '../ui/plain/icons.tsx'
import styles from './configure.module.css'
import { priceThen, savingOf } from './cards/plan-price.ts'
import { wordsOf } from './cards/plan-features.tsx'
import { limitText, limitTexts } from './limit-texts.ts'

interface PeriodChoiceProps {
  plan: MemberPlan
  periods: Period[]
  value: Period
  onChange: (next: Period) => void
}

/** The periods a plan is offered for, with their prices before any coupon and what the longer ones save. */
export function PeriodChoice({ plan, periods, value, onChange }: PeriodChoiceProps) {
  const t = useT()
  return (
    <Card title={t('configure.period')}>
      <fieldset className={styles['periods']}>
        <legend className="visually-hidden">{t('configure.period')}</legend>
        {periods.map((period) => (
          <label key={period} className={styles['period']}>
            <input type="radio" name="period" className="visually-hidden" checked={period === value} onChange={() => onChange(period)} />
            <span className={styles['name']}>{t(`period.${period}`)}</span>
            <Price plan={plan} period={period} />
            <EachMonth plan={plan} period={period} />
            <Saving saving={savingOf(plan, periods, period)} />
          </label>
        ))}
      </fieldset>
    </Card>
  )
}

/** What the plan includes: its limits, then the operator's words. */
export function PlanContent({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const features = wordsOf(plan)
  return (
    <Card title={t('configure.content')}>
      <Figures>
        <Figure name={t('dashboard.traffic')}>
          <Bytes value={plan.transfer_enable} />
        </Figure>
        <Figure name={t('configure.cycle')}>
          {t(period === 'onetime_price' ? 'configure.no_cycle' : `configure.cycle_${plan.reset_mode}`)}
        </Figure>
        {limitNames.map((limit) => (
          <Figure key={limit} name={t(limitTexts.described[limit])}>
            {limitText(limit, plan[limit], t('dashboard.unlimited'))}
          </Figure>
        ))}
      </Figures>
      <ul className={styles['features']} hidden={features.length === 0}>
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

function Saving({ saving }: { saving: ReturnType<typeof savingOf> }) {
  const t = useT()
  if (!saving) return null
  const than = t(`period.${saving.than}`).toLocaleLowerCase()
  return <span className={styles['saving']}>{t('configure.saves', { percent: saving.percent, than })}</span>
}

function Price({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const now = priceNow(plan, period)
  const before = plan[period] ?? 0
  return (
    <span className={styles['amount']}>
      {now === 0 ? t('plan.free') : <Money amount={now} currency={plan.currency} short />}
      {now < before && (
        <s>
          <Money amount={before} currency={plan.currency} short />
        </s>
      )}
    </span>
  )
}

/** Monthly price of a longer period, or what other periods are for; and the price after the first order. */
function EachMonth({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const money = useMoney()
  const then = priceThen(plan, period)
  return (
    <small>
      <Months plan={plan} period={period} />
      <OwnPrice plan={plan} period={period} />
      {then !== null && <span className={styles['first']}>{t('plan.first_order', { amount: money(then, plan.currency, true) })}</span>}
    </small>
  )
}

/** Says what is announced, or that the member pays less than others. */
function OwnPrice({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const money = useMoney()
  const date = useDate()
  const own = plan.own_prices.find((one) => one.period === period)
  if (!own) return null
  const { usual_amount: usual, next } = own
  return (
    <span className={styles['first']}>
      {next
        ? t('configure.price_from', { day: date(next.from), amount: money(next.amount, plan.currency, true) })
        : t('configure.own_price', { amount: money(usual, plan.currency, true) })}
    </span>
  )
}

function Months({ plan, period }: { plan: MemberPlan; period: Period }) {
  const t = useT()
  const money = useMoney()
  const months = periodMonths[period]
  const price = priceNow(plan, period)
  if (months === null) return t(period === 'reset_price' ? 'configure.reset_text' : 'configure.once')
  if (months === 1 || !price) return t('configure.months', { n: months })
  return t('configure.each_month', { amount: money(Math.round(price / months), plan.currency) })
}
