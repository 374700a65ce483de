import { useT } from '../i18n.ts'
import type { Validity } from './validity-form.ts'

/** Table cell with the plans. `plans`: plan names by id. */
export function Plans({ of, plans }: { of: Validity; plans: Map<number, string> }) {
  const t = useT()
  return of.plan_ids?.map((id) => plans.get(id) ?? `#${id}`).join(', ') ?? <span className="quiet">{t('validity.any_plan')}</span>
}

/** Table cell with the periods. */
export function Periods({ of }: { of: Validity }) {
  const t = useT()
  return of.periods?.map((period) => t(`period.${period}`)).join(', ') ?? <span className="quiet">{t('validity.any_period')}</span>
}
