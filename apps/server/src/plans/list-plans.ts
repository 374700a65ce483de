import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { groups } from '../groups/groups.table.ts'
import { orders } from '../orders/orders.table.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type PlanRow, plans } from './plans.table.ts'

export type PlanUse = { plan: PlanRow; groupName: string; holders: number; activeHolders: number; placesLeft: number | null }

/** Plans in display order, or the one with this id, with their holders and, if limited, the places left by holders and open orders. */
export async function listPlans(db: Db, now: Date, id: number | null = null): Promise<PlanUse[]> {
  const held = db
    .select({ planId: subscriptions.planId, n: count().as('held_n') })
    .from(subscriptions)
    .groupBy(subscriptions.planId)
    .as('held')
  const active = db
    .select({ planId: subscriptions.planId, n: count().as('active_n') })
    .from(subscriptions)
    .where(activeSql(now))
    .groupBy(subscriptions.planId)
    .as('active')
  const open = db
    .select({ planId: orders.planId, n: count().as('open_n') })
    .from(orders)
    .where(and(inArray(orders.status, ['pending', 'processing', 'review']), eq(orders.type, 'new')))
    .groupBy(orders.planId)
    .as('open')
  const rows = await db
    .select({ plan: plans, groupName: groups.name, holders: held.n, activeHolders: active.n, open: open.n })
    .from(plans)
    .innerJoin(groups, eq(groups.id, plans.groupId))
    .leftJoin(held, eq(held.planId, plans.id))
    .leftJoin(active, eq(active.planId, plans.id))
    .leftJoin(open, eq(open.planId, plans.id))
    .where(id === null ? undefined : eq(plans.id, id))
    .orderBy(asc(plans.sort), asc(plans.id))
  return rows.map(({ plan, groupName, holders, activeHolders, open: ordered }) => ({
    plan,
    groupName,
    holders: holders ?? 0,
    activeHolders: activeHolders ?? 0,
    placesLeft: plan.capacityLimit === null ? null : Math.max(0, plan.capacityLimit - (activeHolders ?? 0) - (ordered ?? 0)),
  }))
}
