import type { Limit } from '@portico/contract/plan-limits'
import type { PlanChange } from '@portico/contract/plans-admin'
import type { ResetMode } from '@portico/contract/reset-mode'
import type { Stored } from '../db/columns.ts'
import type { limitColumns, PlanRow } from './plans.table.ts'

/** The limits of a plan, as rows of plans and of subscriptions have them; null: none. */
export type Limits = Pick<PlanRow, keyof typeof limitColumns>
/** What a plan offers. */
export type Conditions = Pick<PlanRow, 'groupId' | 'transferEnable'> & Limits & { resetMode: ResetMode }
/** As orders keep them. Those from before there were modes have none: it was monthly. */
export type KeptConditions = Omit<Conditions, 'resetMode'> & { resetMode?: ResetMode }

export const noLimits: Limits = { speedLimit: null, deviceLimit: null }

/** What a plan sells, or what was sold: `mode` is how traffic is reset where neither says. */
export function conditionsOf(sold: KeptConditions | PlanRow, mode: ResetMode): Conditions {
  return { groupId: sold.groupId, transferEnable: sold.transferEnable, ...limitsIn(sold), resetMode: sold.resetMode ?? mode }
}

/** The limits in a row that has more, or in stored JSON: one that is younger than it is absent there. */
export function limitsIn({ speedLimit = null, deviceLimit = null }: Limits): Limits {
  return { speedLimit, deviceLimit }
}

/** As they cross the wire. */
export function toLimits(row: Limits): Record<Limit, number | null> {
  return { speed_limit: row.speedLimit, device_limit: row.deviceLimit }
}

/** Columns for what was entered; what is absent stays as it is. */
export function toLimitColumns(input: Pick<PlanChange, Limit>): Stored<Pick<PlanChange, Limit>, PlanRow> {
  return { speedLimit: input.speed_limit, deviceLimit: input.device_limit }
}
