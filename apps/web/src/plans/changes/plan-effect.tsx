import { limitNames } from '@portico/contract/plan-limits'
import { type AdminPlan, adminPlanRenewals, type PlanInput } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { closeGaps } from '../../ui/format/close-gaps.ts'
import { formatDay } from '../../ui/format/format-time.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { type NextRenewal, nextRenewals } from './concerned.ts'

interface EffectProps {
  plan: AdminPlan
  /** What the form holds. */
  input: PlanInput
  /** Day from which higher prices count for renewals; null: never. */
  from: string | null
  currency: string
}

const TERMS = ['group_id', 'transfer_enable', ...limitNames, 'reset_mode'] as const

/** How many members have the plan, and what saving changes for them. */
export function PlanEffect({ plan, input, from, currency }: EffectProps) {
  const t = useT()
  const sayRenewal = useRenewalText(currency)
  const { data } = useQuery(get(adminPlanRenewals, { params: { id: plan.id } }))
  const n = plan.active_holders
  const said = [t(n === 0 ? 'plan_manage.effect_nobody' : 'plan_manage.effect_holders', { n })]
  if (n > 0) {
    said.push(...nextRenewals(data?.items ?? [], plan, input, from).map(sayRenewal))
    if (TERMS.some((field) => input[field] !== plan[field])) said.push(t('plan_manage.effect_terms'))
    if (plan.renew && !input.renew) said.push(t('plan_manage.effect_no_renewal'))
  }
  return closeGaps(said.join(' '))
}

function useRenewalText(currency: string): (next: NextRenewal) => string {
  const t = useT()
  const lang = useStore(language)
  const money = useMoney()
  return ({ period, members: n, before, amount, from }) => {
    const words = { period: t(`period.${period}`), n, before: money(before, currency) }
    if (amount === null) return t('plan_manage.effect_lost', words)
    if (amount === before) return t('plan_manage.effect_kept', words)
    const costs = { ...words, amount: money(amount, currency) }
    return from === null
      ? t('plan_manage.effect_costs', costs)
      : t('plan_manage.effect_costs_from', { ...costs, day: formatDay(from, lang) })
  }
}
