import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import type { Validity } from './validity-form.ts'

/** Table cell with the plans. */
export function Plans({ of }: { of: Validity }) {
  const t = useT()
  const { data } = useQuery(get(adminListPlans, {}))
  const nameOf = (id: number): string => data?.items.find((plan) => plan.id === id)?.shown_name ?? `#${id}`
  return of.plan_ids?.map(nameOf).join(', ') ?? <span className="quiet">{t('validity.any_plan')}</span>
}

/** Table cell with the periods. */
export function Periods({ of }: { of: Validity }) {
  const t = useT()
  return of.periods?.map((period) => t(`period.${period}`)).join(', ') ?? <span className="quiet">{t('validity.any_period')}</span>
}
