import { eq, getTableColumns } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { type HeldTerm, type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/** What a change of plan replaces: plan, quota, counters, limits and times, but neither secrets nor choices of the member. */
export function heldTerm(subscription: SubscriptionRow): HeldTerm {
  const { accountId, token, uuid, usedAt, autoRenew, renewAfter, renewProblem, ownSpeedLimit, ownDeviceLimit, ...term } = subscription
  return JSON.parse(JSON.stringify(term)) as HeldTerm
}

/** Gives a locked subscription back what it held, and adds to the counters what was used since. Its job does a reset that is due. */
export async function bringBack(tx: Tx, subscription: SubscriptionRow, held: HeldTerm): Promise<void> {
  const columns = getTableColumns(subscriptions)
  const term = Object.fromEntries(
    Object.entries(held).map(([key, value]) => [
      key,
      columns[key as keyof typeof columns].dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as Partial<SubscriptionRow>
  const { up = 0, down = 0 } = term
  await tx
    .update(subscriptions)
    .set({ ...term, up: up + subscription.up, down: down + subscription.down })
    .where(eq(subscriptions.accountId, subscription.accountId))
}
