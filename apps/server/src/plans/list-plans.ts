import { type Period, PERIODS } from '@portico/contract/periods'
import { asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { versions } from '../db/versions.table.ts'
import { groups } from '../groups/groups.table.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { placesLeft, type PlanOccupancy } from './capacity.ts'
import { type PlanRow, plans } from './plans.table.ts'

/** `placesLeft` null: no limit. */
export type ListedPlan = { plan: PlanRow; groupName: string; placesLeft: number | null }
export type PlanUse = ListedPlan & { holders: number; activeHolders: number }

/** Plans in display order, or only `id`. Called by visitors, so it recounts only what changed. */
export async function listPlans(db: Db, planOccupancy: PlanOccupancy, id: number | null = null): Promise<ListedPlan[]> {
  const version = sql<number>`(select ${versions.value} from ${versions} where ${versions.name} = 'capacity')`
  const rows = await db
    .select({ plan: plans, groupName: groups.name, version })
    .from(plans)
    .innerJoin(groups, eq(groups.id, plans.groupId))
    .where(id === null ? undefined : eq(plans.id, id))
    .orderBy(asc(plans.sort), asc(plans.id))
  const limited = rows.find(({ plan }) => plan.capacityLimit !== null)
  const taken = limited && (await planOccupancy(limited.version))
  return rows.map(({ plan, groupName }) => ({ plan, groupName, placesLeft: placesLeft(plan, taken?.get(plan.id) ?? 0) }))
}

/** Whether a plan is listed, can be bought, and has a price. */
export function isOnSale({ plan }: ListedPlan): boolean {
  return plan.show && plan.sell && isPriced(plan)
}

/** Whether a plan has a price other than of a reset, which only its holders can buy. */
export function isPriced(plan: Record<Period, number | null>): boolean {
  return PERIODS.some((period) => period !== 'reset_price' && plan[period] !== null)
}

/** `listPlans` with the numbers of holders, all and active. */
export async function listPlanUse(db: Db, planOccupancy: PlanOccupancy, now: Date, id: number | null = null): Promise<PlanUse[]> {
  const counting = db
    .select({ planId: subscriptions.planId, holders: count(), activeHolders: sql<number>`count(*) filter (where ${activeSql(now)})` })
    .from(subscriptions)
    .where(id === null ? isNotNull(subscriptions.planId) : eq(subscriptions.planId, id))
    .groupBy(subscriptions.planId)
  const [rows, counts] = await Promise.all([listPlans(db, planOccupancy, id), counting])
  const byPlan = new Map(counts.map(({ planId, ...held }) => [planId, held]))
  return rows.map((row) => ({ ...row, ...(byPlan.get(row.plan.id) ?? { holders: 0, activeHolders: 0 }) }))
}
