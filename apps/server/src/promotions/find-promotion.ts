import type { Period } from '@portico/contract/periods'
import type { Db } from '../db/client.ts'
import { fixedSelect } from '../db/fixed-query.ts'
import { type PromotionRow, promotions } from './promotions.table.ts'

const runsAt = (at: string): string => `enabled and (starts_at is null or starts_at <= ${at}) and (ends_at is null or ends_at > ${at})`
const running = fixedSelect(promotions, 'running-promotions', `where ${runsAt('$1')} order by percent desc, id desc`)

/** SQL: whether any promotion runs at `at`, such as `$3::timestamptz`. */
export const anyRuns = (at: string): string => `exists (select 1 from promotions where ${runsAt(at)})`

export type PromotionFor = { planId: number; period: Period; isNew: boolean }

/** The running promotion that takes most off this purchase, or null. `isNew`: see `promotions/new-member.ts`. */
export async function findPromotion(db: Db, purchase: PromotionFor, now: Date): Promise<PromotionRow | null> {
  return greatest(await listRunning(db, now), purchase)
}

/** Running promotions, largest discount first. */
export async function listRunning(db: Db, now: Date): Promise<PromotionRow[]> {
  return running(db, [now])
}

/** The first promotion that fits the purchase. Promotions do not add up. */
export function greatest(running: PromotionRow[], { planId, period, isNew }: PromotionFor): PromotionRow | null {
  const fits = ({ planIds, periods, newMembersOnly }: PromotionRow): boolean =>
    (planIds?.includes(planId) ?? true) && (periods?.includes(period) ?? true) && (isNew || !newMembersOnly)
  return running.find(fits) ?? null
}
