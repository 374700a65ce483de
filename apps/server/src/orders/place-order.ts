import { randomBytes } from 'node:crypto'
import { and, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { OrderType } from '@portico/contract/orders'
import { type Period, periodMonths } from '@portico/contract/periods'
import type { Settings } from '@portico/contract/settings-admin'
import type { Database, Tx } from '../db/client.ts'
import { isUniqueViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import type { Caller } from '../http/router.ts'
import { type PlanRow, plans } from '../plans/plans.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { activeSql, isActive } from '../subscriptions/state.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from './orders.table.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Places an order with a snapshot of what is sold. The member's subscription is locked, so he has one open order at most;
 * a limited plan is locked too, so a pending order holds its place. A free order is paid at once.
 */
export async function placeOrder(
  { transaction }: Database,
  by: Caller,
  input: { planId: number; period: Period },
  { now, settings }: { now: Date; settings: Settings },
): Promise<OrderRow> {
  return transaction(async (tx) => {
    const subscription = await lockSubscription(tx, by.accountId)
    const plan = await lockPlan(tx, input.planId)
    const price = plan[input.period]
    const type = orderType(subscription, plan, input.period, now)
    if (price === null) throw new AppError('plan.not_sold')
    await checkSale(tx, by.accountId, plan, type, now)
    if (price === 0) await checkFreeOnce(tx, by.accountId, plan.id)
    const order = await insertOrder(tx, {
      tradeNo: newTradeNo(now),
      accountId: by.accountId,
      planId: plan.id,
      type,
      period: input.period,
      currency: settings['site.currency'],
      priceAmount: price,
      totalAmount: price,
      snapshot: {
        planName: plan.name,
        groupId: plan.groupId,
        transferEnable: plan.transferEnable,
        speedLimit: plan.speedLimit,
        deviceLimit: plan.deviceLimit,
      },
      createdAt: now,
      expiresAt: new Date(now.getTime() + settings['order.timeout_minutes'] * 60_000),
    })
    return price === 0 ? settleOrder(tx, order, { at: now, feeAmount: 0, paymentName: null }) : order
  })
}

/** 24 characters: the moment in base 36, then 80 random bits: unique, not to be guessed, letters and digits only. */
export function newTradeNo(now: Date): string {
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`)
    .toString(36)
    .padStart(16, '0')
  return (now.getTime().toString(36).padStart(8, '0') + random).toUpperCase()
}

/** A share lock would do for reading; a limited plan is locked fully, so that the last place is given once. */
async function lockPlan(tx: Tx, planId: number): Promise<PlanRow> {
  const [plan] = await tx.select().from(plans).where(eq(plans.id, planId)).for('key share')
  if (!plan) throw new AppError('plan.not_found')
  if (plan.capacityLimit === null) return plan
  const [locked] = await tx.select().from(plans).where(eq(plans.id, planId)).for('no key update')
  if (!locked) throw new AppError('plan.not_found')
  return locked
}

function orderType(subscription: SubscriptionRow, plan: PlanRow, period: Period, now: Date): OrderType {
  // A reset pack is an order of its own kind, which is not sold yet.
  if (period === 'reset_price') throw new AppError('plan.not_sold')
  if (subscription.planId === null || !isActive(subscription, now)) return 'new'
  if (subscription.planId !== plan.id) throw new AppError('order.change_unavailable')
  // A permanent holder has nothing to renew by months, and months have nothing to become permanent from.
  if ((subscription.expiresAt === null) !== (periodMonths[period] === null)) throw new AppError('order.change_unavailable')
  return 'renew'
}

/** The same rule as the listing: on sale, shown to newcomers, renewable for holders, and a place left. */
async function checkSale(tx: Tx, accountId: number, plan: PlanRow, type: OrderType, now: Date): Promise<void> {
  if (type === 'renew') {
    if (!plan.renew) throw new AppError('plan.not_sold')
    return
  }
  if (!plan.sell || !plan.show) throw new AppError('plan.not_found')
  if (plan.capacityLimit === null) return
  if ((await takenPlaces(tx, plan.id, accountId, now)) >= plan.capacityLimit) throw new AppError('plan.sold_out')
}

/** Active holders and open orders of newcomers, each account once; the asking account does not count. */
async function takenPlaces(tx: Tx, planId: number, accountId: number, now: Date): Promise<number> {
  const holders = tx
    .select({ id: subscriptions.accountId })
    .from(subscriptions)
    .where(and(eq(subscriptions.planId, planId), activeSql(now), ne(subscriptions.accountId, accountId)))
  const buyers = tx
    .select({ id: orders.accountId })
    .from(orders)
    .where(and(eq(orders.planId, planId), inArray(orders.status, ['pending', 'processing', 'review']), ne(orders.accountId, accountId)))
  const [row] = await tx.select({ taken: count() }).from(sql`(${holders} union ${buyers}) as taken`)
  return row?.taken ?? 0
}

/** A free price is taken once by each member. */
async function checkFreeOnce(tx: Tx, accountId: number, planId: number): Promise<void> {
  const taken = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.planId, planId),
        eq(orders.priceAmount, 0),
        inArray(orders.status, ['processing', 'completed', 'review']),
      ),
    )
    .limit(1)
  if (taken.length > 0) throw new AppError('plan.free_taken')
}

async function insertOrder(tx: Tx, values: typeof orders.$inferInsert): Promise<OrderRow> {
  try {
    const [order] = await tx.insert(orders).values(values).returning()
    if (!order) throw new Error('insert returned no row')
    return order
  } catch (error) {
    if (isUniqueViolation(error, 'orders_one_open')) throw new AppError('order.open_exists')
    throw error
  }
}
