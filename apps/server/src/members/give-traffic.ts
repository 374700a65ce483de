import { type Actor, requirePermission } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { giveGift } from '../subscriptions/gift-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { requireOpen } from './change-access.ts'

/** Adds traffic to a running plan; each call adds it again. Throws `account.needs_running_plan` where it would have no effect. */
export async function giveTraffic(
  tx: Tx,
  by: Actor,
  id: number,
  { bytes, keeps, reason }: { bytes: number; keeps: boolean; reason: string },
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  requirePermission(by, 'members.write')
  await requireOpen(tx, id)
  const subscription = await lockSubscription(tx, id)
  if (!isActive(subscription, now)) throw new AppError('account.needs_running_plan')
  await giveGift(tx, subscription, { kind: 'traffic', bytes, keeps }, now, zone)
  const after = quotaOf(await lockSubscription(tx, id))
  await record(tx, by, { action: 'member.give_traffic', entity: 'member', id, before: quotaOf(subscription), after, reason }, now)
}

const quotaOf = ({ transferEnable, extraBytes }: SubscriptionRow) => ({ transferEnable, extraBytes })
