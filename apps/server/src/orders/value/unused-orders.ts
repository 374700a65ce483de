import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { cycleBytes } from '../../subscriptions/carry-over.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { runningOrders } from './running-orders.ts'
import { unusedOf } from './surplus.ts'

/** What is unused of each order that pays for the member's current term, by its id, in minor units. */
export async function unusedOrders(
  db: Db,
  subscription: SubscriptionRow,
  currency: string,
  { now, settings }: Context,
): Promise<Map<number, number>> {
  const running = await runningOrders(db, subscription, currency, now)
  // Bytes that carry over stay with the member.
  const sold = { ...subscription, transferEnable: cycleBytes(subscription) }
  const unused = unusedOf(running, sold, now, settings['site.timezone'])
  return new Map(running.map(({ id }, i) => [id, unused[i] ?? 0]))
}
