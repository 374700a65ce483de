import { desc, eq } from 'drizzle-orm'
import type { PromotionInput, PromotionState } from '@portico/contract/promotions-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import type { Stored } from '../db/columns.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { storedTranslations } from '../in-language.ts'
import { checkPlans } from '../plans/check-plans.ts'
import { type PromotionRow, promotions } from './promotions.table.ts'

/** Promotions, newest first. */
export async function listPromotions(db: Db): Promise<PromotionRow[]> {
  return db.select().from(promotions).orderBy(desc(promotions.id))
}

export function createPromotion({ transaction }: Database, by: Actor, input: PromotionInput, now: Date): Promise<PromotionRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, input.plan_ids)
    const after = writtenRow(await tx.insert(promotions).values(toColumns(input)).returning())
    await record(tx, by, { action: 'promotion.create', entity: 'promotion', id: after.id, after }, now)
    return after
  })
}

/** Changes a promotion. Existing quotes keep their price. */
export function updatePromotion({ transaction }: Database, by: Actor, id: number, input: PromotionInput, now: Date): Promise<PromotionRow> {
  return transaction(async (tx) => {
    await checkPlans(tx, input.plan_ids)
    return update(tx, by, id, toColumns(input), now)
  })
}

/** Enables or disables a promotion. */
export function setPromotion({ transaction }: Database, by: Actor, id: number, enabled: boolean, now: Date): Promise<PromotionRow> {
  return transaction((tx) => update(tx, by, id, { enabled }, now))
}

/** Deletes a promotion. Existing orders keep their discount, because they do not refer to it. */
export async function deletePromotion({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [before] = await tx.delete(promotions).where(eq(promotions.id, id)).returning()
    if (!before) throw new AppError('not_found')
    await record(tx, by, { action: 'promotion.delete', entity: 'promotion', id, before }, now)
  })
}

export function stateOf({ enabled, startsAt, endsAt }: PromotionRow, now: Date): PromotionState {
  if (!enabled) return 'disabled'
  if (endsAt !== null && endsAt <= now) return 'over'
  return startsAt !== null && now < startsAt ? 'not_started' : 'running'
}

async function update(tx: Tx, by: Actor, id: number, values: Partial<typeof promotions.$inferInsert>, now: Date): Promise<PromotionRow> {
  const [before] = await tx.select().from(promotions).where(eq(promotions.id, id)).for('update')
  if (!before) throw new AppError('not_found')
  const after = writtenRow(await tx.update(promotions).set(values).where(eq(promotions.id, id)).returning())
  await record(tx, by, { action: 'promotion.update', entity: 'promotion', id, before, after }, now)
  return after
}

function toColumns(input: PromotionInput): Stored<PromotionInput, PromotionRow> {
  return {
    name: input.name,
    translations: storedTranslations(input.translations),
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
