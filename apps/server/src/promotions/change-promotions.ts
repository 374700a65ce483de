import { desc } from 'drizzle-orm'
import type { PromotionInput, PromotionState } from '@portico/contract/promotions-admin'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import type { Database, Db } from '../db/client.ts'
import { checkPlans } from '../plans/check-plans.ts'
import { toColumns } from '../to-columns.ts'
import { type PromotionRow, promotions } from './promotions.table.ts'

const records = plainRecords(promotions, 'promotion')

/** Promotions, newest first. */
export async function listPromotions(db: Db): Promise<PromotionRow[]> {
  return db.select().from(promotions).orderBy(desc(promotions.id))
}

export function createPromotion({ transaction }: Database, by: Actor, input: PromotionInput, now: Date): Promise<PromotionRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, input.plan_ids)
    return records.create(tx, by, toColumns(promotions, input), now)
  })
}

/** Changes a promotion. Existing quotes keep their price. */
export function updatePromotion({ transaction }: Database, by: Actor, id: number, input: PromotionInput, now: Date): Promise<PromotionRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, input.plan_ids)
    return records.update(tx, by, id, toColumns(promotions, input), now)
  })
}

/** Enables or disables a promotion. */
export function setPromotion({ transaction }: Database, by: Actor, id: number, enabled: boolean, now: Date): Promise<PromotionRow> {
  return transaction((tx) => records.update(tx, by, id, { enabled }, now))
}

/** Deletes a promotion. Existing orders keep their discount, because they do not refer to it. */
export async function deletePromotion({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction((tx) => records.delete(tx, by, id, now))
}

export function stateOf({ enabled, startsAt, endsAt }: PromotionRow, now: Date): PromotionState {
  if (!enabled) return 'disabled'
  if (endsAt !== null && endsAt <= now) return 'over'
  return startsAt !== null && now < startsAt ? 'not_started' : 'running'
}
