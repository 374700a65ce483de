import type { Plan } from '@portico/contract/plans'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { inLanguage } from '../in-language.ts'
import { isOnSale, listPlans } from '../plans/list-plans.ts'
import { toPlan } from '../plans/wire.ts'
import { promotedPrices } from './promoted-prices.ts'
import { planOccupancy } from '../plans/capacity.ts'

/** Plans anybody may buy, in display order, with the promotions that this account could use; null: a visitor. */
export async function plansOnSale(app: App, accountId: number | null, language: Language): Promise<Plan[]> {
  const { db } = app.database
  const [rows, promoted] = await Promise.all([listPlans(db, planOccupancy(app)), promotedPrices(db, accountId, language, app.now())])
  const settings = app.settings()
  return rows
    .filter(isOnSale)
    .map((row) => ({ ...toPlan({ ...row, plan: inLanguage(row.plan, language) }, settings), promotions: promoted(row.plan) }))
}
