import { type PlanLimit, LIMITS } from '@portico/contract/plan-limits'
import type { MessageKey } from '../i18n.ts'
import { formatNumber } from '../ui/format/format-number.ts'

/** The name of each limit where it stands beside its value. What a plan includes is one sentence: `limit.<field>`, `limit.<field>_none`. */
export const limitTexts = {
  compared: { speed_limit: 'compare.speed', device_limit: 'compare.devices' },
  described: { speed_limit: 'dashboard.speed', device_limit: 'plan_card.devices' },
  changed: { speed_limit: 'dashboard.speed', device_limit: 'dashboard.devices' },
  entered: { speed_limit: 'plan_manage.speed', device_limit: 'plan_manage.devices' },
  /** On the card of the member's plan, with the value; null: the number of devices is beside it. */
  held: { speed_limit: 'plan_card.speed', device_limit: null },
} satisfies Record<string, Record<PlanLimit, MessageKey | null>>

/** A limit with its unit, or `none`. */
export function limitText(limit: PlanLimit, value: number | null, none: string): string {
  return value === null ? none : `${formatNumber(value)}${LIMITS[limit].unit}`
}
