import * as contract from '@portico/contract/plans'
import * as admin from '@portico/contract/plans-admin'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import type { Settings } from '@portico/contract/settings-admin'
import type { Language } from '@portico/contract/translations'
import { type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { plansOnSale } from '../promotions/plans-on-sale.ts'
import { promotedPrices } from '../promotions/promoted-prices.ts'
import { isTrial } from '../subscriptions/is-trial.ts'
import { lapsedPlan } from '../subscriptions/read-subscription.ts'
import { toList } from '../to-wire.ts'
import { ownPlaces, planOccupancy } from './capacity.ts'
import { createPlan, deletePlan, sortPlans, updatePlan } from './change-plans.ts'
import { isOnSale, isPriced, type ListedPlan, listPlans, listPlanUse, type PlanUse } from './list-plans.ts'
import type { PlanRow } from './plans.table.ts'
import type { KeptPrice } from './prices/kept-price.ts'
import { listRenewing } from './prices/list-renewing.ts'
import { heldPrices, type KeptPrices, withKept } from './prices/read-kept.ts'
import { toPlan } from './wire.ts'

export function planRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, contract.listPublicPlans, async ({ visitor, origin: { language } }) => {
    const items = await plansOnSale(app, visitor?.accountId ?? null, language)
    return { items, total: items.length }
  })

  serve(router, app, contract.fetchPlans, async ({ caller, origin: { language } }) => {
    const { accountId } = caller
    const now = app.now()
    const context = { now, settings: app.settings() }
    const [rows, held, lapsedId, onTrial, own, promoted] = await Promise.all([
      listPlans(db, planOccupancy(app)),
      heldPrices(db, accountId, now),
      lapsedPlan(db, accountId, context),
      isTrial(db, accountId),
      ownPlaces(db, accountId, app.now()),
      promotedPrices(db, accountId, language, app.now()),
    ])
    const sale = { heldId: held.planId, kept: held.kept, now, lapsedId, onTrial, own, settings: app.settings() }
    const items = rows
      .map((row) => ({ row, ...toMemberPlan(read(row, language), sale) }))
      .filter(({ plan, row }) => isOnSale(row) || plan.held || (plan.id === lapsedId && row.plan.renew))
      .map(({ plan, priced }) => ({ ...plan, promotions: promoted(priced) }))
    return { items, total: items.length }
  })

  const one = async (id: number, language: Language): Promise<admin.AdminPlan> => {
    const [row] = await listPlanUse(db, planOccupancy(app), app.now(), id)
    if (!row) throw new AppError('plan.not_found')
    return toAdminPlan(row, app.settings(), language)
  }

  serve(router, app, admin.adminListPlans, async ({ origin }) =>
    toList(await listPlanUse(db, planOccupancy(app), app.now()), (row) => toAdminPlan(row, app.settings(), origin.language)),
  )
  serve(router, app, admin.adminCreatePlan, async ({ caller, origin, body }) => {
    return one(await createPlan(database, caller, body, app.now()), origin.language)
  })
  serve(router, app, admin.adminUpdatePlan, async ({ caller, origin, params, body }) => {
    await updatePlan(database, caller, params.id, body, app.now())
    return one(params.id, origin.language)
  })
  serve(router, app, admin.adminPlanRenewals, async ({ params }) => {
    const found = await listRenewing(db, params.id, app.now())
    return toList(found, ({ period, price, members, next }) => ({ period, amount: price, members, next: toNext(next) }))
  })
  serve(router, app, admin.adminDeletePlan, ({ caller, params }) => deletePlan(database, caller, params.id, app.now()))
  serve(router, app, admin.adminSortPlans, ({ caller, body }) => sortPlans(database, caller, body.ids, app.now()))
}

/** A plan with texts in a language. */
function read(row: ListedPlan, language: Language): ListedPlan {
  return { ...row, plan: inLanguage(row.plan, language) }
}

/** `own`: plans on which the member has a place. */
type Sale = {
  heldId: number | null
  kept: KeptPrices
  now: Date
  lapsedId: number | null
  onTrial: boolean
  own: Set<number | null>
  settings: Settings
}

/** A plan as a member sees it. `priced`: the plan with the member's renewal prices. */
function toMemberPlan(
  row: ListedPlan,
  { heldId, kept, now, lapsedId, onTrial, own, settings }: Sale,
): { plan: Omit<contract.MemberPlan, 'promotions'>; priced: PlanRow } {
  const { plan: priced, own: ownPrices } = withKept(row.plan, kept, now)
  const held = row.plan.id === heldId
  const sold = isPriced(row.plan)
  const hasPlace = own.has(row.plan.id) || row.placesLeft !== 0
  const onSale = isOnSale(row) && hasPlace
  const plan = {
    ...toPlan({ ...row, plan: priced }, settings),
    held,
    own_prices: ownPrices.map(({ period, usual, next }) => ({ period, usual_amount: usual, next: toNext(next) })),
    can_renew: (held || (row.plan.id === lapsedId && hasPlace)) && (onTrial ? onSale : row.plan.renew) && sold,
    can_buy: heldId === null && onSale,
    can_change: heldId !== null && (settings['change.enabled'] || onTrial) && onSale,
    can_reset: held && row.plan.reset_price !== null,
  }
  return { plan, priced }
}

const toNext = (next: KeptPrice['next']) => next && { amount: next.price, from: next.from.toISOString() }

function toAdminPlan(row: PlanUse, settings: Settings, language: Language): admin.AdminPlan {
  const { plan } = row
  return {
    ...toPlan(row, settings),
    shown_name: inLanguage(plan, language).name,
    translations: plan.translations,
    group_id: plan.groupId,
    group_name: row.groupName,
    reset_mode: plan.resetMode,
    capacity_limit: plan.capacityLimit,
    show: plan.show,
    sell: plan.sell,
    renew: plan.renew,
    holders: row.holders,
    active_holders: row.activeHolders,
    sort: plan.sort,
    created_at: plan.createdAt.toISOString(),
  }
}
