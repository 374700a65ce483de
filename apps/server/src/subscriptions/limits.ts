import type { UserChange } from '@portico/contract/accounts-admin'
import type { Limit, OwnLimit } from '@portico/contract/plan-limits'
import { type SQL, sql } from 'drizzle-orm'
import type { Stored } from '../db/columns.ts'
import type { Limits } from '../plans/conditions.ts'
import { type ownLimitColumns, type SubscriptionRow, subscriptions as s } from './subscriptions.table.ts'

type OwnLimits = Pick<SubscriptionRow, keyof typeof ownLimitColumns>

export const noOwnLimits: OwnLimits = { ownSpeedLimit: null, ownDeviceLimit: null }

/** The limits in force, null for none: the member's own if an operator set one, else the plan's. */
export function limitsOf(row: Limits & OwnLimits): Limits {
  return {
    speedLimit: (row.ownSpeedLimit ?? row.speedLimit) || null,
    deviceLimit: (row.ownDeviceLimit ?? row.deviceLimit) || null,
  }
}

/** The same in SQL, 0 for none, under the names by which nodes are told of them. */
export const limitSql = {
  speed_limit: sql`coalesce(${s.ownSpeedLimit}, ${s.speedLimit}, 0)`,
  device_limit: sql`coalesce(${s.ownDeviceLimit}, ${s.deviceLimit}, 0)`,
} satisfies Record<Limit, SQL>

/** Columns for what was entered; what is absent stays as it is. */
export function toOwnColumns(input: Pick<UserChange, OwnLimit>): Stored<Pick<UserChange, OwnLimit>, SubscriptionRow> {
  return { ownSpeedLimit: input.own_speed_limit, ownDeviceLimit: input.own_device_limit }
}

/** As they cross the wire. */
export function toOwnLimits(row: OwnLimits): Record<OwnLimit, number | null> {
  return { own_speed_limit: row.ownSpeedLimit, own_device_limit: row.ownDeviceLimit }
}
