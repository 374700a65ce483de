import { and, eq, gt, inArray, ne } from 'drizzle-orm'
import type { OrderType } from '@portico/contract/order-status'
import { type Period, periodMonths } from '@portico/contract/periods'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { isSoldOut } from '../plans/capacity.ts'
import type { PlanRow } from '../plans/plans.table.ts'
import { isTrial } from '../subscriptions/is-trial.ts'
import { isActive, isInGrace } from '../subscriptions/state.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { orders } from './orders.table.ts'

/** The type of order this purchase would be for the subscription's holder. Throws if it is not offered. */
export function orderType(subscription: SubscriptionRow, plan: PlanRow, period: Period, now: Date): OrderType {
  const runs = subscription.planId !== null && isActive(subscription, now)
  const holds = runs && subscription.planId === plan.id
  if (period === 'reset_price') {
    if (!holds) throw new AppError('order.reset_unavailable')
    return 'reset'
  }
  if (!runs) return 'new'
  // From monthly to permanent, or back, is a change too: neither extends the other.
  if (holds && (subscription.expiresAt === null) === (periodMonths[period] === null)) return 'renew'
  return 'change'
}

/**
 * Requires that the plan is on sale: listed for newcomers, renewable for its present or last holder, with a place left. Trials are not
 * renewed and do not block. Throws `plan.not_sold`, `plan.not_found`, `plan.sold_out`, `order.change_unavailable`.
 */
export async function checkSale(
  db: Db,
  subscription: SubscriptionRow,
  plan: PlanRow,
  type: OrderType,
  { now, settings }: Context,
): Promise<void> {
  if (type === 'reset') return
  const onTrial = await isTrial(db, subscription.accountId)
  if (type === 'renew') {
    if (onTrial ? !plan.sell || !plan.show : !plan.renew) throw new AppError('plan.not_sold')
    return
  }
  if (type === 'change' && !settings['change.enabled'] && !onTrial) throw new AppError('order.change_unavailable')
  const isLapsed = subscription.planId === plan.id && isInGrace(subscription, settings['renewal.grace_days'], now)
  const comesBack = plan.renew && isLapsed && !onTrial
  if (!comesBack && (!plan.sell || !plan.show)) throw new AppError('plan.not_found')
  if (await isSoldOut(db, plan, subscription.accountId, now)) throw new AppError('plan.sold_out')
}

/** Each member can take a free plan once, and a free reset of its traffic once. Throws `plan.free_taken`. */
export async function checkFreeOnce(db: Db, accountId: number, planId: number, type: OrderType): Promise<void> {
  const taken = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.planId, planId),
        eq(orders.priceAmount, 0),
        // What staff gave was not taken.
        gt(orders.expiresAt, orders.createdAt),
        type === 'reset' ? eq(orders.type, 'reset') : ne(orders.type, 'reset'),
        inArray(orders.status, ['processing', 'completed', 'absorbed', 'review']),
      ),
    )
    .limit(1)
  if (taken.length > 0) throw new AppError('plan.free_taken')
}
