import { and, desc, gt, isNull, lte, or } from 'drizzle-orm'
import type { Period } from '@portico/contract/periods'
import type { Db } from '../db/client.ts'
import { type PromotionRow, promotions } from './promotions.table.ts'

/** `isNew`: by `isNewMember`. */
type PromotionFor = { planId: number; period: Period; isNew: boolean }

/** Running promotions, largest discount first. */
export async function listRunning(db: Db, now: Date): Promise<PromotionRow[]> {
  const { enabled, startsAt, endsAt, percent, id } = promotions
  return db
    .select()
    .from(promotions)
    .where(and(enabled, or(isNull(startsAt), lte(startsAt, now)), or(isNull(endsAt), gt(endsAt, now))))
    .orderBy(desc(percent), desc(id))
}

/** The promotion for a purchase: the first that fits, because promotions do not add up. `running`: greatest first. */
export function promotionFor(running: PromotionRow[], { planId, period, isNew }: PromotionFor): PromotionRow | null {
  const fits = ({ planIds, periods, newMembersOnly }: PromotionRow): boolean =>
    (planIds?.includes(planId) ?? true) && (periods?.includes(period) ?? true) && (isNew || !newMembersOnly)
  return running.find(fits) ?? null
}
