import { PERIODS } from '@portico/contract/periods'
import { soldPeriods } from '@portico/contract/plans'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { cutPrice } from './cut-price.ts'
import type { ValidityForm } from './validity-form.ts'

interface ExampleProps {
  kind: 'percent' | 'amount'
  /** Percent, or minor units of the currency; NaN: not entered yet. */
  value: number
  currency: string
  valid: Pick<ValidityForm, 'plan_ids' | 'periods'>
}

/** What a plan on sale costs with this discount; nothing until there is one. */
export function DiscountExample({ kind, value, currency, valid }: ExampleProps) {
  const t = useT()
  const money = useMoney()
  const { data } = useQuery(get(adminListPlans, {}))
  if (!(value > 0)) return null
  const offers = (data?.items ?? [])
    .filter((plan) => plan.sell && plan.currency === currency && (valid.plan_ids.length === 0 || valid.plan_ids.includes(String(plan.id))))
    .flatMap((plan) => soldPeriods(plan).map((period) => ({ plan: plan.shown_name, period, price: plan[period] ?? 0 })))
    .filter(({ period, price }) => price > 0 && (valid.periods.length === 0 || valid.periods.includes(period)))
  const [offer] = offers.toSorted((a, b) => PERIODS.indexOf(a.period) - PERIODS.indexOf(b.period))
  if (!offer) return null
  const { plan, period, price } = offer
  const words = {
    plan,
    period: t(`period.${period}`),
    before: money(price, currency),
    after: money(cutPrice(price, kind, value), currency),
  }
  return (
    <p className="quiet small" role="status">
      {t('coupon_manage.example', words)}
    </p>
  )
}
