import * as contract from '@portico/contract/promotions'
import * as admin from '@portico/contract/promotions-admin'
import { personalPercent } from '../accounts/personal-percent.ts'
import type { App } from '../app.ts'
import type { Language } from '@portico/contract/translations'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { createPromotion, deletePromotion, listPromotions, setPromotion, stateOf, updatePromotion } from './change-promotions.ts'
import { listDiscounts } from './list-discounts.ts'
import type { PromotionRow } from './promotions.table.ts'
import { toRunning } from './wire.ts'

export function promotionRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const running = async (accountId: number | null, language: Language): Promise<contract.RunningPromotion[]> =>
    (await listDiscounts(db, accountId, app.now())).map((discount) => toRunning(discount, language, app.now()))

  serve(router, app, contract.listDiscounts, async ({ visitor, origin }) => {
    const items = await running(visitor?.accountId ?? null, origin.language)
    return { items, total: items.length }
  })
  serve(router, app, contract.fetchDiscounts, async ({ caller, origin }) => {
    const [items, percent] = await Promise.all([running(caller.accountId, origin.language), personalPercent(db, caller.accountId)])
    return { items, total: items.length, personal_percent: percent }
  })

  serve(router, app, admin.adminListPromotions, async () => toList(await listPromotions(db), (row) => toPromotion(row, app.now())))
  serve(router, app, admin.adminCreatePromotion, async ({ caller, body }) =>
    toPromotion(await createPromotion(database, caller, body, app.now()), app.now()),
  )
  serve(router, app, admin.adminUpdatePromotion, async ({ caller, params, body }) =>
    toPromotion(await updatePromotion(database, caller, params.id, body, app.now()), app.now()),
  )
  serve(router, app, admin.adminSetPromotion, async ({ caller, params, body }) =>
    toPromotion(await setPromotion(database, caller, params.id, body.enabled, app.now()), app.now()),
  )
  serve(router, app, admin.adminDeletePromotion, ({ caller, params }) => deletePromotion(database, caller, params.id, app.now()))
}

function toPromotion(row: PromotionRow, now: Date): admin.AdminPromotion {
  return toWire(admin.AdminPromotion, { ...row, state: stateOf(row, now) })
}
