import { PERIODS } from '@portico/contract/periods'
import type { PromotedPrice } from '@portico/contract/plans'
import type { Db } from '../db/client.ts'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import { percentOf } from '../percent-of.ts'
import { isNewMember } from './new-member.ts'
import type { PlanRow } from '../plans/plans.table.ts'
import { listRunning, promotionFor } from './find-promotion.ts'

/**
 * Returns a function that lists a plan's promoted prices, rounded as in a quote; periods without a promotion are left out. `accountId`
 * null: a visitor, who counts as new.
 */
export async function promotedPrices(
  db: Db,
  accountId: number | null,
  language: Language,
  now: Date,
): Promise<(plan: PlanRow) => PromotedPrice[]> {
  const running = await listRunning(db, now)
  const isNew = accountId === null || running.length === 0 || (await isNewMember(db, accountId))
  return (plan) =>
    PERIODS.flatMap((period) => {
      const price = plan[period]
      const promotion = promotionFor(running, { planId: plan.id, period, isNew })
      if (!price || !promotion) return []
      const { name, percent, newMembersOnly, endsAt } = inLanguage(promotion, language)
      const amount = price - percentOf(price, percent)
      return [{ period, amount, name, percent, first_order: newMembersOnly, ends_at: endsAt?.toISOString() ?? null }]
    })
}
