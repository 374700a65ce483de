import { type SQL, sql } from 'drizzle-orm'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

type Limited = Pick<SubscriptionRow, 'speedLimit' | 'deviceLimit' | 'ownSpeedLimit' | 'ownDeviceLimit'>

/** The limits in force, null for none: the member's own if an operator set one, else the plan's. */
export function limitsOf(term: Limited): { speed: number | null; devices: number | null } {
  return {
    speed: (term.ownSpeedLimit ?? term.speedLimit) || null,
    devices: (term.ownDeviceLimit ?? term.deviceLimit) || null,
  }
}

/** `limitsOf` as SQL; 0: none. */
export const speedLimitSql: SQL<number> = sql`coalesce(${subscriptions.ownSpeedLimit}, ${subscriptions.speedLimit}, 0)`
export const deviceLimitSql: SQL<number> = sql`coalesce(${subscriptions.ownDeviceLimit}, ${subscriptions.deviceLimit}, 0)`
