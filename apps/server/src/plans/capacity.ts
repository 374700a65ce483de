import { and, countDistinct, eq, inArray, isNotNull, min, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { App } from '../app.ts'
import type { Db, Tx } from '../db/client.ts'
import { forAll } from '../db/pool/purpose.ts'
import { holdsPlace, orders } from '../orders/orders.table.ts'
import { activeSql } from '../subscriptions/state.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { type PlanRow, plans } from './plans.table.ts'
import { service } from '../service.ts'

/**
 * How many places are taken, by plan id: for limited plans with any. `version`: that of `capacity` in `versions`, read no later than the
 * plans.
 */
export type PlanOccupancy = (version: number) => Promise<ReadonlyMap<number, number>>
type Kept = { version: number; validUntil: number; taken: Promise<ReadonlyMap<number, number>> }

/** How long a count stands: the triggers that raise the version can miss an order committed at the moment its plan gets a limit. */
const LONGEST_MS = 60_000

export const planOccupancy = service(createPlanOccupancy)

/** Counts places once for each version, and again when the first subscription ends, which changes no row. */
function createPlanOccupancy({ database: { db }, now }: App): PlanOccupancy {
  let kept: Kept | null = null

  return (version) => {
    if (kept && kept.version >= version && now().getTime() <= kept.validUntil) return kept.taken
    const counting = forAll(() => countPlaces(db, now()))
    const next: Kept = { version, validUntil: now().getTime() + LONGEST_MS, taken: counting.then(({ taken }) => taken) }
    kept = next
    counting.then(
      ({ firstEnd }) => (next.validUntil = Math.min(next.validUntil, firstEnd)),
      () => kept === next && (kept = null),
    )
    return next.taken
  }
}

/** Places left on a plan; null: no limit. */
export function placesLeft({ capacityLimit }: Pick<PlanRow, 'capacityLimit'>, taken: number): number | null {
  return capacityLimit === null ? null : Math.max(0, capacityLimit - taken)
}

/**
 * Locks a plan until the transaction ends. A limited plan is locked against all others, so that its last place is sold once: call
 * `isSoldOut` after.
 */
export async function lockPlace(tx: Tx, planId: number): Promise<PlanRow | undefined> {
  const [plan] = await tx.select().from(plans).where(eq(plans.id, planId)).for('key share')
  if (!plan || plan.capacityLimit === null) return plan
  const [locked] = await tx.select().from(plans).where(eq(plans.id, planId)).for('no key update')
  return locked
}

/** Whether all places are taken by others: an account that has a place may buy on it. */
export async function isSoldOut(db: Db, plan: PlanRow, accountId: number, now: Date): Promise<boolean> {
  if (plan.capacityLimit === null) return false
  const places = placesIn(db, now)
  const others = and(eq(places.planId, plan.id), ne(places.accountId, accountId))
  const [row] = await db
    .select({ taken: countDistinct(places.accountId) })
    .from(places)
    .where(others)
  return placesLeft(plan, row?.taken ?? 0) === 0
}

/** Ids of the plans on which the account has a place. */
export async function ownPlaces(db: Db, accountId: number, now: Date): Promise<Set<number | null>> {
  const places = placesIn(db, now)
  const rows = await db.select({ planId: places.planId }).from(places).where(eq(places.accountId, accountId))
  return new Set(rows.map(({ planId }) => planId))
}

async function countPlaces(db: Db, now: Date): Promise<{ taken: ReadonlyMap<number, number>; firstEnd: number }> {
  // Read first: with the ids at hand, PostgreSQL need not go through the holders of other plans.
  const limited = await db.select({ id: plans.id }).from(plans).where(isNotNull(plans.capacityLimit))
  const ids = limited.map(({ id }) => id)
  const places = placesIn(db, now)
  const rows = await db
    .select({ planId: places.planId, taken: countDistinct(places.accountId), firstEnd: min(places.endsAt) })
    .from(places)
    .where(inArray(places.planId, ids))
    .groupBy(places.planId)
  const ends = rows.map(({ firstEnd }) => firstEnd?.getTime() ?? Infinity)
  return { taken: new Map(rows.map(({ planId, taken }) => [planId ?? 0, taken])), firstEnd: Math.min(...ends, Infinity) }
}

/**
 * The one rule for who has a place on a plan: active holders, and accounts with an open order for it, each account once. An account
 * that is both has two rows here. `endsAt` null: the place does not become free with time.
 */
function placesIn(db: Db, now: Date) {
  const held = db
    .select({ planId: subscriptions.planId, accountId: subscriptions.accountId, endsAt: subscriptions.expiresAt })
    .from(subscriptions)
    .where(activeSql(now))
  const ordered = db
    .select({ planId: orders.planId, accountId: orders.accountId, endsAt: sql<Date | null>`null::timestamptz` })
    .from(orders)
    .where(holdsPlace)
  return unionAll(held, ordered).as('places')
}
