import * as contract from '@portico/contract/subscriptions'
import { and, asc, count, eq, gte, sum } from 'drizzle-orm'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { orders } from '../orders/orders.table.ts'
import { plans } from '../plans/plans.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { dayKey, shiftDay } from './calendar.ts'
import { resetSecrets } from './change-subscription.ts'
import { subscribeUrl } from './link.ts'
import { stateOf } from './state.ts'
import { subscriptions } from './subscriptions.table.ts'

const CHART_DAYS = 14

export function subscriptionRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.getSubscribe, async ({ caller }) => readSubscription(app, caller.accountId))

  serve(router, app, contract.resetSecurity, async ({ caller }) => {
    const row = await resetSecrets(db, caller.accountId)
    return { subscribe_url: subscribeUrl(row.token, app.settings(), app.config) }
  })

  serve(router, app, contract.getDashboard, async ({ caller }) => {
    const from = shiftDay(dayKey(app.now(), app.settings()['site.timezone']), 1 - CHART_DAYS)
    const mine = eq(trafficDaily.accountId, caller.accountId)
    const [subscription, [pending], used] = await Promise.all([
      readSubscription(app, caller.accountId),
      db
        .select({ n: count() })
        .from(orders)
        .where(and(eq(orders.accountId, caller.accountId), eq(orders.status, 'pending'))),
      db
        .select({ day: trafficDaily.day, up: sum(trafficDaily.billedUp), down: sum(trafficDaily.billedDown) })
        .from(trafficDaily)
        .where(and(mine, gte(trafficDaily.day, from)))
        .groupBy(trafficDaily.day)
        .orderBy(asc(trafficDaily.day)),
    ])
    const byDay = new Map(used.map((row) => [row.day, row]))
    const usage = Array.from({ length: CHART_DAYS }, (_, i) => {
      const row = byDay.get(shiftDay(from, i))
      return { day: shiftDay(from, i), billed_u: Number(row?.up ?? 0), billed_d: Number(row?.down ?? 0) }
    })
    return { subscription, pending_orders: pending?.n ?? 0, usage }
  })
}

async function readSubscription(app: App, accountId: number): Promise<contract.Subscription> {
  const [row] = await app.database.db
    .select({ term: subscriptions, planName: plans.name })
    .from(subscriptions)
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(subscriptions.accountId, accountId))
  if (!row) throw new AppError('subscription.none')
  const { term, planName } = row
  return {
    state: stateOf(term, app.now()),
    plan_id: term.planId,
    plan_name: planName,
    expired_at: term.expiresAt?.toISOString() ?? null,
    transfer_enable: term.transferEnable,
    u: term.up,
    d: term.down,
    speed_limit: term.speedLimit,
    device_limit: term.deviceLimit,
    uuid: term.uuid,
    subscribe_url: subscribeUrl(term.token, app.settings(), app.config),
  }
}
