import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { isNewMember } from './new-member.ts'
import { type PlanRow, plans } from '../plans/plans.table.ts'
import { heldPlan } from '../subscriptions/read-subscription.ts'
import { listRunning } from './find-promotion.ts'
import type { PromotionRow } from './promotions.table.ts'

/** `plans`: null: all. */
export type Discount = { promotion: PromotionRow; plans: Pick<PlanRow, 'id' | 'name' | 'translations'>[] | null }

/**
 * Running promotions with their plans, largest discount first. Names only listed plans and the one the member holds. Leaves out promotions
 * with no such plan and, if the member is not new, those for new members.
 */
export async function listDiscounts(db: Db, accountId: number | null, now: Date): Promise<Discount[]> {
  const [running, isNew, held] = await Promise.all([
    listRunning(db, now),
    accountId === null || isNewMember(db, accountId),
    accountId === null ? null : heldPlan(db, accountId, now),
  ])
  const mine = running.filter(({ newMembersOnly }) => isNew || !newMembersOnly)
  const ids = [...new Set(mine.flatMap(({ planIds }) => planIds ?? []))]
  const listed = and(eq(plans.show, true), eq(plans.sell, true))
  const named = await db
    .select({ id: plans.id, name: plans.name, translations: plans.translations })
    .from(plans)
    .where(and(inArray(plans.id, ids), held === null ? listed : or(listed, eq(plans.id, held))))
    .orderBy(plans.sort, plans.id)
  return mine
    .map((promotion) => ({ promotion, plans: promotion.planIds && named.filter(({ id }) => promotion.planIds?.includes(id)) }))
    .filter((discount) => discount.plans?.length !== 0)
}
