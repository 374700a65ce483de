import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { fundsOfOrders } from '../../ledger/funds.ts'
import { cycleBytes } from '../../subscriptions/carry-over.ts'
import { activeSql } from '../../subscriptions/state.ts'
import { type SubscriptionRow, subscriptions } from '../../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from '../orders.table.ts'
import { feeHeld } from './fee-held.ts'
import { asRunning } from './running-orders.ts'
import { unusedOf } from './surplus.ts'

const PART = 500
type Sums = Map<string, number>

/**
 * Unused value of everything sold, as `unusedOrders` counts it, plus paid orders not yet opened; by currency in minor units. Reads members
 * in parts, to bound memory.
 */
export async function unusedInAll(db: Db, context: Context): Promise<Sums> {
  const sums: Sums = new Map()
  let after = 0
  for (;;) {
    const some = await db
      .select()
      .from(subscriptions)
      .where(and(gt(subscriptions.accountId, after), activeSql(context.now), isNotNull(subscriptions.planId)))
      .orderBy(asc(subscriptions.accountId))
      .limit(PART)
    const last = some.at(-1)
    if (!last) break
    await addRunning(db, some, sums, context)
    after = last.accountId
  }
  await addWaiting(db, sums)
  return sums
}

async function addRunning(db: Db, some: SubscriptionRow[], sums: Sums, { now, settings }: Context): Promise<void> {
  const ids = some.map(({ accountId }) => accountId)
  const isSold = and(eq(orders.status, 'completed'), inArray(orders.type, ['new', 'renew', 'change', 'reset']))
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.accountId, ids), isSold))
    .orderBy(asc(orders.id))
  const ofMember = Map.groupBy(rows, ({ accountId }) => accountId)
  const running = some.flatMap((subscription) => {
    const nothing = { total: 0, own: 0 }
    const mine = (ofMember.get(subscription.accountId) ?? []).filter((order) => asRunning(order, nothing, subscription, now))
    return [...Map.groupBy(mine, ({ currency }) => currency)].map(([currency, of]) => ({ subscription, currency, of }))
  })
  const heldBy = await fundsOfOrders(
    db,
    running.flatMap(({ of }) => of.map(({ id }) => id)),
  )
  for (const { subscription, currency, of } of running) {
    const valued = of.flatMap((order) => asRunning(order, heldBy(order.id), subscription, now) ?? [])
    // Bytes that carry over stay with the member.
    const term = { ...subscription, transferEnable: cycleBytes(subscription) }
    for (const unused of unusedOf(valued, term, now, settings['site.timezone'])) add(sums, currency, unused)
  }
}

async function addWaiting(db: Db, sums: Sums): Promise<void> {
  const rows: OrderRow[] = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.status, ['processing', 'review']), isNotNull(orders.planId)))
  const heldBy = await fundsOfOrders(
    db,
    rows.map(({ id }) => id),
  )
  for (const order of rows) {
    const { total, own } = heldBy(order.id)
    add(sums, order.currency, total - feeHeld(order, own))
  }
}

function add(sums: Sums, currency: string, amount: number): void {
  sums.set(currency, (sums.get(currency) ?? 0) + amount)
}
