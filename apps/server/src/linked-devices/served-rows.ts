import type { PlanLimit } from '@portico/contract/plan-limits'
import { type SQL, sql } from 'drizzle-orm'
import { limitSql } from '../subscriptions/conditions.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

// Which rows a member has on the nodes. As text, for statements that name a row of subscriptions `s` and one of linked_devices `d`.

const placesOf = (s: string): string => `coalesce(${s}.own_device_limit, ${s}.device_limit, 0)`

/** Whether devices with links of their own hold all places, so that none is left for the account's link. */
export const isWithoutPlace = (s: string): string => `(${placesOf(s)} > 0 and ${s}.own_devices >= ${placesOf(s)})`

/** Whether the plan has places for the devices before it only. Counted only where there are more devices than places. */
export const isOverPlaces = (s: string, d: string): string =>
  `(${placesOf(s)} > 0 and ${s}.own_devices > ${placesOf(s)} and ${placesOf(s)} <= (
    select count(*) from linked_devices e where e.account_id = ${d}.account_id and e.token is not null and e.number < ${d}.number))`

const s = 'subscriptions'
const places = sql.raw(placesOf(s))
const devices = sql`${subscriptions.ownDevices}`

/** Whether nodes serve the account's own credential. */
export function hasAccountRow(now: Date): SQL {
  const { sharedUntil } = subscriptions
  return sql`(${devices} = 0 or (not ${sql.raw(isWithoutPlace(s))} and (${sharedUntil} is null or ${sharedUntil} > ${now})))`
}

/** When nodes stop serving it. */
export function accountRowEnds(now: Date): SQL {
  const { expiresAt, sharedUntil } = subscriptions
  return sql`least(${expiresAt}, case when ${sharedUntil} > ${now} then ${sharedUntil} end)`
}

/** Whether nodes serve a device's. */
export const hasDeviceRow: SQL = sql`not ${sql.raw(isOverPlaces(s, 'linked_devices'))}`

/** Addresses that a device may use at once: phones have one of each version, and change networks. */
const ADDRESSES = sql.raw('2')

/**
 * Limits of a row. The speed is shared out in equal parts among all rows, so that many devices together have what the plan sells. The account's
 * row has the places that devices leave.
 */
export function rowLimits(row: 'account' | 'device', now: Date): Record<PlanLimit, SQL> {
  const { speed_limit: speed } = limitSql
  const served = sql`case when ${places} = 0 then ${devices} else least(${devices}, ${places}) end + ${hasAccountRow(now)}::int`
  return {
    ...limitSql,
    speed_limit: sql`case when ${devices} = 0 or ${speed} = 0 then ${speed} else greatest(1, ${speed} / greatest(1, ${served})) end`,
    device_limit: row === 'account' ? sql`greatest(0, ${places} - ${devices})` : sql`case when ${places} = 0 then 0 else ${ADDRESSES} end`,
  }
}
