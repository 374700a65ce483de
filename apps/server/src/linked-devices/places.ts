import type { DeviceRule } from '@portico/contract/linked-devices'
import { and, count, eq, isNotNull, isNull, max } from 'drizzle-orm'
import type { Settings } from '@portico/contract/settings-admin'
import type { Tx } from '../db/client.ts'
import { limitsOf } from '../subscriptions/conditions.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { linkedDevices, type LinkedDeviceRow } from './linked-devices.table.ts'

/** Devices that are kept for a member at most, also without a limit. */
const MOST_DEVICES = 100

/** What is done with the ids that apps send. Only where they limit do they hold places. */
export type HwidRule = Settings['subscription.hwid']

/** Whether a locked subscription has a place for one more device, known by its id or with a link of its own. `number`: the next device's. */
export async function placesOf(
  tx: Tx,
  subscription: SubscriptionRow,
  rule: HwidRule,
  next: DeviceRule,
): Promise<{ isFree: boolean; isKept: boolean; number: number }> {
  const { accountId, number, removedAt, token } = linkedDevices
  const mine = eq(accountId, subscription.accountId)
  const [all] = await tx
    .select({ last: max(number), n: count() })
    .from(linkedDevices)
    .where(mine)
  const holds = and(mine, isNull(removedAt), rule === 'limit' ? undefined : isNotNull(token))
  const [held] = await tx.select({ n: count() }).from(linkedDevices).where(holds)
  const { deviceLimit } = limitsOf(subscription)
  const isLimited = deviceLimit !== null && (next === 'link' || rule === 'limit')
  return {
    isFree: !isLimited || (held?.n ?? 0) < deviceLimit,
    isKept: (all?.n ?? 0) < MOST_DEVICES,
    number: (all?.last ?? 0) + 1,
  }
}

/** By what a device is counted. */
export function ruleOf({ token }: Pick<LinkedDeviceRow, 'token'>): DeviceRule {
  return token === null ? 'hwid' : 'link'
}
