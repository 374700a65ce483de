import { and, asc, count, eq, gte, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { plans } from '../plans/plans.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { shiftDay } from '../calendar.ts'
import { isActive } from './state.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

export type SubscriptionWithPlan = { subscription: SubscriptionRow; planName: string | null }

export async function readSubscription(db: Db, accountId: number): Promise<SubscriptionWithPlan> {
  const [row] = await db
    .select({ subscription: subscriptions, planName: plans.name })
    .from(subscriptions)
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.accountId, accountId))
  if (!row) throw new AppError('subscription.none')
  return row
}

/** Id of the plan that an account holds and that is running, else null. */
export async function heldPlan(db: Db, accountId: number, now: Date): Promise<number | null> {
  const { subscription } = await readSubscription(db, accountId)
  return isActive(subscription, now) ? subscription.planId : null
}

export type DayUsage = { day: string; up: number; down: number }

/** Billed bytes of each of the `days` days from `from` on, and the number of unpaid orders. */
export async function readOverview(
  db: Db,
  accountId: number,
  from: string,
  days: number,
): Promise<{ pendingOrders: number; usage: DayUsage[] }> {
  const [[pending], used] = await Promise.all([
    db
      .select({ n: count() })
      .from(orders)
      .where(and(eq(orders.accountId, accountId), eq(orders.status, 'pending'))),
    db
      .select({ day: trafficDaily.day, up: sum(trafficDaily.billedUp), down: sum(trafficDaily.billedDown) })
      .from(trafficDaily)
      .where(and(eq(trafficDaily.accountId, accountId), gte(trafficDaily.day, from)))
      .groupBy(trafficDaily.day)
      .orderBy(asc(trafficDaily.day)),
  ])
  const byDay = new Map(used.map((row) => [row.day, row]))
  const usage = Array.from({ length: days }, (_, i) => {
    const day = shiftDay(from, i)
    return { day, up: exact(byDay.get(day)?.up), down: exact(byDay.get(day)?.down) }
  })
  return { pendingOrders: pending?.n ?? 0, usage }
}

/** Several nodes together may have carried more than a number can hold exactly. */
function exact(sum: string | null | undefined): number {
  return Math.min(Number(sum ?? 0), Number.MAX_SAFE_INTEGER)
}
