import * as contract from '@portico/contract/promotions'
import * as admin from '@portico/contract/promotions-admin'
import { personalPercent } from '../accounts/personal-percent.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { recorded } from '../audit/recorded.ts'
import type { Tx } from '../db/client.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { createPromotion, deletePromotion, listPromotions, setPromotion, stateOf, updatePromotion } from './change-promotions.ts'
import { type Discount, listDiscounts } from './list-discounts.ts'
import type { PromotionRow } from './promotions.table.ts'

export function promotionRoutes(router: Router, app: App): void {
  const { db } = app.database
  const running = async (accountId: number | null): Promise<contract.RunningPromotion[]> =>
    (await listDiscounts(db, accountId, app.now())).map((discount) => toRunning(discount, app.now()))
  const act = async (by: Actor, action: string, after: unknown, work: (tx: Tx) => Promise<PromotionRow>) => {
    const row = await recorded(app.database, { by, action, after, at: app.now() }, async (tx) => {
      const result = await work(tx)
      return { target: `promotion ${result.id}`, result }
    })
    return toPromotion(row, app.now())
  }

  serve(router, app, contract.listDiscounts, async ({ visitor }) => {
    const items = await running(visitor?.accountId ?? null)
    return { items, total: items.length }
  })
  serve(router, app, contract.fetchDiscounts, async ({ caller }) => {
    const [items, percent] = await Promise.all([running(caller.accountId), personalPercent(db, caller.accountId)])
    return { items, total: items.length, personal_percent: percent }
  })

  serve(router, app, admin.adminListPromotions, async () => {
    const items = (await listPromotions(db)).map((row) => toPromotion(row, app.now()))
    return { items, total: items.length }
  })
  serve(router, app, admin.adminCreatePromotion, ({ caller, body }) =>
    act(caller, 'promotion.create', body, (tx) => createPromotion(tx, body)),
  )
  serve(router, app, admin.adminUpdatePromotion, ({ caller, params, body }) =>
    act(caller, 'promotion.update', body, (tx) => updatePromotion(tx, params.id, body)),
  )
  serve(router, app, admin.adminSetPromotion, ({ caller, params, body }) =>
    act(caller, 'promotion.update', body, (tx) => setPromotion(tx, params.id, body.enabled)),
  )
  serve(router, app, admin.adminDeletePromotion, async ({ caller, params }) => {
    await act(caller, 'promotion.delete', undefined, (tx) => deletePromotion(tx, params.id))
    return ok
  })
}

function toRunning({ promotion, plans }: Discount, now: Date): contract.RunningPromotion {
  const { endsAt } = promotion
  return {
    id: promotion.id,
    name: promotion.name,
    content: promotion.content,
    percent: promotion.percent,
    plans,
    periods: promotion.periods,
    new_members_only: promotion.newMembersOnly,
    ends_at: endsAt?.toISOString() ?? null,
    seconds_left: endsAt && Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  }
}

function toPromotion(row: PromotionRow, now: Date): admin.AdminPromotion {
  return {
    id: row.id,
    name: row.name,
    content: row.content,
    percent: row.percent,
    plan_ids: row.planIds,
    periods: row.periods,
    new_members_only: row.newMembersOnly,
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    enabled: row.enabled,
    state: stateOf(row, now),
    created_at: row.createdAt.toISOString(),
  }
}
