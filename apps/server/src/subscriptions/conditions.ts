import type { UserChange } from '@portico/contract/accounts-admin'
import type { PlanLimit, OwnLimit } from '@portico/contract/plan-limits'
import type { ResetMode } from '@portico/contract/reset-mode'
import { type SQL, sql } from 'drizzle-orm'
import type { Conditions, KeptConditions, PlanLimits, PlanRow } from '../plans/plans.table.ts'
import type { Stored } from '../to-columns.ts'
import { type ownLimitColumns, type SubscriptionRow, subscriptions as s } from './subscriptions.table.ts'

type OwnLimits = Pick<SubscriptionRow, keyof typeof ownLimitColumns>

/** What a plan sells, or what was sold: `mode` is how traffic is reset where neither says. */
export function conditionsOf(sold: KeptConditions | PlanRow, mode: ResetMode): Conditions {
  return { groupId: sold.groupId, transferEnable: sold.transferEnable, ...limitsIn(sold), resetMode: sold.resetMode ?? mode }
}

/** The plan's limits in a row that has more, or in stored JSON: a limit that is younger than the JSON is undefined there. */
export function limitsIn({ speedLimit = null, deviceLimit = null }: Record<keyof PlanLimits, number | null | undefined>): PlanLimits {
  return { speedLimit, deviceLimit }
}

/** The limits in force, null for none: the member's own if an operator set one, else the plan's. */
export function limitsOf(row: PlanLimits & OwnLimits): PlanLimits {
  return {
    speedLimit: (row.ownSpeedLimit ?? row.speedLimit) || null,
    deviceLimit: (row.ownDeviceLimit ?? row.deviceLimit) || null,
  }
}

/** How many addresses may use the account's own credential: the places that devices with links of their own leave. null: any. */
export function sharedPlacesOf(row: PlanLimits & OwnLimits & Pick<SubscriptionRow, 'ownDevices'>): number | null {
  const { deviceLimit } = limitsOf(row)
  return deviceLimit === null ? null : Math.max(0, deviceLimit - row.ownDevices)
}

/** The limits in force as SQL, under the names that nodes get; 0: no limit. */
export const limitSql = {
  speed_limit: sql`coalesce(${s.ownSpeedLimit}, ${s.speedLimit}, 0)`,
  device_limit: sql`coalesce(${s.ownDeviceLimit}, ${s.deviceLimit}, 0)`,
} satisfies Record<PlanLimit, SQL>

export const noLimits: PlanLimits = { speedLimit: null, deviceLimit: null }
export const noOwnLimits: OwnLimits = { ownSpeedLimit: null, ownDeviceLimit: null }

/** Limits as they cross the wire. */
export function toLimits(row: PlanLimits): Record<PlanLimit, number | null> {
  return { speed_limit: row.speedLimit, device_limit: row.deviceLimit }
}

/** Columns for the member's own limits that were entered; what is absent stays as it is. */
export function toOwnColumns(input: Pick<UserChange, OwnLimit>): Stored<Pick<UserChange, OwnLimit>, SubscriptionRow> {
  return { ownSpeedLimit: input.own_speed_limit, ownDeviceLimit: input.own_device_limit }
}
