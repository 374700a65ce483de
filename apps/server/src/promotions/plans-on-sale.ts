import { type Period, PERIODS } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { inLanguage } from '../in-language.ts'
import { type ListedPlan, listPlans } from '../plans/list-plans.ts'
import { toPlan } from '../plans/wire.ts'
import { promotedPrices } from './promoted-prices.ts'

/** Plans anybody may buy, in display order, with the promotions that this account could use; null: a visitor. */
export async function plansOnSale(app: App, accountId: number | null, language: Language): Promise<Plan[]> {
  const { db } = app.database
  const [rows, promoted] = await Promise.all([listPlans(db, app.takenPlaces), promotedPrices(db, accountId, language, app.now())])
  const currency = app.settings()['site.currency']
  return rows
    .filter(isOnSale)
    .map((row) => ({ ...toPlan({ ...row, plan: inLanguage(row.plan, language) }, currency), promotions: promoted(row.plan) }))
}

export function isOnSale({ plan }: ListedPlan): boolean {
  return plan.show && plan.sell && isPriced(plan)
}

/** Only a member who has the plan can reset its traffic, so that price sells none. */
export function isPriced(plan: Record<Period, number | null>): boolean {
  return PERIODS.some((period) => period !== 'reset_price' && plan[period] !== null)
}
