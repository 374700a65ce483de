import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Period } from '@portico/contract/periods'
import type { Db } from '../db/client.ts'
import { type PromotionRow, promotions } from './promotions.table.ts'

export type PromotionFor = { planId: number; period: Period; isNew: boolean }

/** The promotion that takes most off this purchase at this moment, or none. `isNew`: the member never paid for an order. */
export async function findPromotion(db: Db, purchase: PromotionFor, now: Date): Promise<PromotionRow | null> {
  return greatest(await listRunning(db, now), purchase)
}

/** Those that run at this moment, the greatest first. */
export async function listRunning(db: Db, now: Date): Promise<PromotionRow[]> {
  const running = and(
    eq(promotions.enabled, true),
    or(isNull(promotions.startsAt), lte(promotions.startsAt, now)),
    or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
  )
  return db.select().from(promotions).where(running).orderBy(desc(promotions.percent), desc(promotions.id))
}

/** Of several that run, the first that is for this purchase: they do not add up. */
export function greatest(running: PromotionRow[], { planId, period, isNew }: PromotionFor): PromotionRow | null {
  const fits = ({ planIds, periods, newMembersOnly }: PromotionRow): boolean =>
    (planIds?.includes(planId) ?? true) && (periods?.includes(period) ?? true) && (isNew || !newMembersOnly)
  return running.find(fits) ?? null
}
