import { desc, eq } from 'drizzle-orm'
import type { PromotionInput, PromotionState } from '@portico/contract/promotions-admin'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { checkPlans } from '../plans/check-plans.ts'
import { type PromotionRow, promotions } from './promotions.table.ts'

/** Newest first. */
export async function listPromotions(db: Db): Promise<PromotionRow[]> {
  return db.select().from(promotions).orderBy(desc(promotions.id))
}

export async function createPromotion(tx: Tx, input: PromotionInput): Promise<PromotionRow> {
  await checkPlans(tx, input.plan_ids)
  const [row] = await tx.insert(promotions).values(toColumns(input)).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** In force for the next quote; those already made keep their price. */
export async function updatePromotion(tx: Tx, id: number, input: PromotionInput): Promise<PromotionRow> {
  await checkPlans(tx, input.plan_ids)
  const [row] = await tx.update(promotions).set(toColumns(input)).where(eq(promotions.id, id)).returning()
  if (!row) throw new AppError('not_found')
  return row
}

export async function setPromotion(tx: Tx, id: number, enabled: boolean): Promise<PromotionRow> {
  const [row] = await tx.update(promotions).set({ enabled }).where(eq(promotions.id, id)).returning()
  if (!row) throw new AppError('not_found')
  return row
}

/** Orders keep what it took off: no order names a promotion. */
export async function deletePromotion(tx: Tx, id: number): Promise<PromotionRow> {
  const [row] = await tx.delete(promotions).where(eq(promotions.id, id)).returning()
  if (!row) throw new AppError('not_found')
  return row
}

export function stateOf({ enabled, startsAt, endsAt }: PromotionRow, now: Date): PromotionState {
  if (!enabled) return 'disabled'
  if (endsAt !== null && endsAt <= now) return 'over'
  return startsAt !== null && now < startsAt ? 'not_started' : 'running'
}

function toColumns(input: PromotionInput): typeof promotions.$inferInsert {
  return {
    name: input.name,
    content: input.content,
    percent: input.percent,
    planIds: input.plan_ids,
    periods: input.periods,
    newMembersOnly: input.new_members_only,
    startsAt: input.starts_at === null ? null : new Date(input.starts_at),
    endsAt: input.ends_at === null ? null : new Date(input.ends_at),
    enabled: input.enabled,
  }
}
