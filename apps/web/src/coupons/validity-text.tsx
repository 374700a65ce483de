import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import type { Validity } from './validity-form.ts'

/** The plans' names by their ids. */
export function usePlanNames(): Map<number, string> {
  const { data } = useQuery(get(adminListPlans, {}))
  return new Map(data?.items.map((plan) => [plan.id, plan.shown_name]))
}

/** Table cell with the plans. */
export function Plans({ of, names }: { of: Validity; names: Map<number, string> }) {
  const t = useT()
  return of.plan_ids?.map((id) => names.get(id) ?? `#${id}`).join(', ') ?? <span className="quiet">{t('validity.any_plan')}</span>
}

/** Table cell with the periods. */
export function Periods({ of }: { of: Validity }) {
  const t = useT()
  return of.periods?.map((period) => t(`period.${period}`)).join(', ') ?? <span className="quiet">{t('validity.any_period')}</span>
}
