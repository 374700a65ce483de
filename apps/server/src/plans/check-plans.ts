import { count, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { plans } from './plans.table.ts'

/** Requires each id to be a plan; null names none. Throws `plan.unknown` for `plan_ids`. */
export async function checkPlans(db: Db, ids: number[] | null): Promise<void> {
  if (ids === null) return
  const [row] = await db.select({ n: count() }).from(plans).where(inArray(plans.id, ids))
  if (row?.n !== new Set(ids).size) throw new AppError('plan.unknown', { fields: { plan_ids: 'plan.unknown' } })
}
