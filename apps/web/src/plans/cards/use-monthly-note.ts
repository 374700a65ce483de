import type { Period } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'
import { useT } from '../../i18n.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { eachMonth, savingOf } from './plan-price.ts'

/** Monthly price of a longer period, and the saving over the shortest offered. */
export function useMonthlyNote(): (plan: Plan, offered: Period[], period: Period) => string | undefined {
  const t = useT()
  const money = useMoney()
  return (plan, offered, period) => {
    const amount = eachMonth(plan, period)
    if (amount === null) return undefined
    const saving = savingOf(plan, offered, period)
    const month = t('plan.each_month', { amount: money(amount, plan.currency, true) })
    return saving ? `${month} · ${t('plan.saves', { percent: saving.percent })}` : month
  }
}
