import * as contract from '@portico/contract/coupons'
import * as admin from '@portico/contract/coupons-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { type Days, spanOf } from '../db/in-days.ts'
import { listPlans } from '../plans/list-plans.ts'
import { createCoupon, deleteCoupon, setCoupon, setCoupons, updateCoupon } from './change-coupons.ts'
import { checkCoupon } from '../orders/check-coupon.ts'
import { stateOf } from './coupon-state.ts'
import { COUPON_COLUMNS, toCouponLines } from './coupons-csv.ts'
import { generateCoupons } from './generate-coupons.ts'
import { guessCoupon } from './guess-coupon.ts'
import { findCouponById, type ListedCoupon, type ListedUse, listCoupons, listUses, wholeCoupons } from './list-coupons.ts'
import { takenPlaces } from '../plans/capacity.ts'

export function couponRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const currency = (): string => app.settings()['site.currency']
  const filterOf = <F extends Days>({ from, to, ...rest }: F) => ({ ...rest, span: spanOf({ from, to }, app.settings()['site.timezone']) })
  const one = async (id: number): Promise<admin.AdminCoupon> => toCoupon(await findCouponById(db, id), currency(), app.now())

  serve(router, app, contract.checkCoupon, async ({ caller, origin, body }) => {
    await app.limits.quotesByAccount.take(String(caller.accountId))
    const by = { accountId: caller.accountId, network: origin.network }
    const wanted = { code: body.code, planId: body.plan_id, period: body.period }
    const context = { now: app.now(), settings: app.settings() }
    const { coupon, amount } = await guessCoupon(app.limits, by, () => checkCoupon(db, caller.accountId, wanted, context))
    const { name, code, kind, value, endsAt } = coupon
    return { name, code, kind, value, discount_amount: amount, currency: currency(), ends_at: endsAt?.toISOString() ?? null }
  })

  serve(router, app, admin.adminListCoupons, async ({ query }) => {
    const { items, total } = await listCoupons(db, filterOf(query), query, app.now())
    const rows = items.map((row) => toCoupon(row, currency(), app.now()))
    return { items: rows, total, page: query.page, page_size: query.page_size }
  })
  serveCsv(router, app, admin.adminExportCoupons, async (tx, { caller, query }) => {
    const { sort, ...filter } = query
    const plans = await listPlans(db, takenPlaces(app))
    const names = new Map(plans.map(({ plan }) => [plan.id, plan.name]))
    const { rows, parts } = await wholeCoupons(tx, filterOf(filter), sort, app.now())
    const note = () => recordExport(database, caller, { entity: 'coupon', rows, filter }, app.now())
    return { columns: COUPON_COLUMNS, rows, lines: mapParts(parts, (found) => toCouponLines(found, names, currency(), app.now())), note }
  })
  serve(router, app, admin.adminCreateCoupon, async ({ caller, body }) => {
    const { id } = await createCoupon(database, caller, body, app.now())
    return one(id)
  })
  serve(router, app, admin.adminGenerateCoupons, async ({ caller, body }) => {
    const { batchId, count } = await generateCoupons(database, caller, body, app.now())
    return { batch_id: batchId, count }
  })
  serve(router, app, admin.adminUpdateCoupon, async ({ caller, params, body }) => {
    await updateCoupon(database, caller, params.id, body, app.now())
    return one(params.id)
  })
  serve(router, app, admin.adminSetCoupon, async ({ caller, params, body }) => {
    await setCoupon(database, caller, params.id, body.enabled, app.now())
    return one(params.id)
  })
  serve(router, app, admin.adminSetCoupons, async ({ caller, body }) => ({
    changed: await setCoupons(database, caller, { ...body, filter: filterOf(body.filter) }, app.now()),
  }))
  serve(router, app, admin.adminDeleteCoupon, async ({ caller, params }) => {
    await deleteCoupon(database, caller, params.id, app.now())
    return ok
  })
  serve(router, app, admin.adminListCouponUses, async ({ params, query }) => {
    await findCouponById(db, params.id)
    const { items, total } = await listUses(db, params.id, query)
    return { items: items.map(toUse), total, page: query.page, page_size: query.page_size }
  })
}

function toCoupon({ coupon, deletable }: ListedCoupon, currency: string, now: Date): admin.AdminCoupon {
  return {
    id: coupon.id,
    code: coupon.code,
    name: coupon.name,
    kind: coupon.kind,
    value: coupon.value,
    currency,
    limit_use: coupon.limitUse,
    limit_per_member: coupon.limitPerMember,
    new_members_only: coupon.newMembersOnly,
    used: coupon.used,
    plan_ids: coupon.planIds,
    periods: coupon.periods,
    starts_at: coupon.startsAt?.toISOString() ?? null,
    ends_at: coupon.endsAt?.toISOString() ?? null,
    enabled: coupon.enabled,
    state: stateOf(coupon, now),
    batch_id: coupon.batchId,
    deletable,
    created_at: coupon.createdAt.toISOString(),
  }
}

function toUse({ use, order, email }: ListedUse): admin.CouponUse {
  return {
    id: use.id,
    trade_no: order.tradeNo,
    order_status: order.status,
    account_id: use.accountId,
    email,
    discount_amount: order.couponAmount,
    currency: order.currency,
    used_at: use.usedAt.toISOString(),
    returned_at: use.returnedAt?.toISOString() ?? null,
  }
}
