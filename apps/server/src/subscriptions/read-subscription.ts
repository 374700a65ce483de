import { and, count, desc, eq, gte, inArray, sql, sum } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Period } from '@portico/contract/periods'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { orders } from '../orders/orders.table.ts'
import { type NamedPlan, plans } from '../plans/plans.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { shiftDay } from '../calendar.ts'
import { isActive, isInGrace } from './state.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

export type SubscriptionWithPlan = { subscription: SubscriptionRow; plan: NamedPlan | null }

export async function readSubscription(db: Db, accountId: number): Promise<SubscriptionWithPlan> {
  const [row] = await db
    .select({ subscription: subscriptions, plan: { name: plans.name, translations: plans.translations } })
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

/** Plan that ended so recently that it can be renewed; null: none. */
export async function lapsedPlan(db: Db, accountId: number, { now, settings }: Context): Promise<number | null> {
  const { subscription } = await readSubscription(db, accountId)
  return isInGrace(subscription, settings['renewal.grace_days'], now) ? subscription.planId : null
}

/** Period for which an account last bought the plan; null: never. */
export async function lastPeriod(db: Db, accountId: number, planId: number): Promise<Period | null> {
  const [last] = await db
    .select({ period: orders.period })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.planId, planId),
        inArray(orders.type, ['new', 'renew', 'change']),
        eq(orders.status, 'completed'),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1)
  return last?.period ?? null
}

/** `lastPeriod` as a column of a query. */
export const lastPeriodSql = (accountId: AnyPgColumn, planId: AnyPgColumn) => sql<Period | null>`(
  select o.period from ${orders} o where o.account_id = ${accountId} and o.plan_id = ${planId}
    and o.type in ('new', 'renew', 'change') and o.status = 'completed' order by o.id desc limit 1)`

export async function countUnpaidOrders(db: Db, accountId: number): Promise<number> {
  const [pending] = await db
    .select({ n: count() })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), eq(orders.status, 'pending')))
  return pending?.n ?? 0
}

/** Billed bytes of each of the `days` days from `from` on. */
export async function billedByDay(db: Db, accountId: number, from: string, days: number): Promise<number[]> {
  const used = await db
    .select({ day: trafficDaily.day, billed: sum(sql`${trafficDaily.billedUp} + ${trafficDaily.billedDown}`) })
    .from(trafficDaily)
    .where(and(eq(trafficDaily.accountId, accountId), gte(trafficDaily.day, from)))
    .groupBy(trafficDaily.day)
  const byDay = new Map(used.map(({ day, billed }) => [day, Number(billed ?? 0)]))
  return Array.from({ length: days }, (_, i) => byDay.get(shiftDay(from, i)) ?? 0)
}
