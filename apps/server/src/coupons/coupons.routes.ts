import * as contract from '@portico/contract/coupons'
import * as admin from '@portico/contract/coupons-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import { type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { type Days, spanOf } from '../db/in-days.ts'
import { listPlans } from '../plans/list-plans.ts'
import { createCoupon, deleteCoupon, setCoupon, setCoupons, updateCoupon } from './change-coupons.ts'
import { checkCoupon } from '../orders/check-coupon.ts'
import { toPage, toWire } from '../to-wire.ts'
import { stateOf } from './coupon-state.ts'
import { COUPON_COLUMNS, toCouponLines } from './coupons-csv.ts'
import { generateCoupons } from './generate-coupons.ts'
import { guessCoupon } from './guess-coupon.ts'
import { findCouponById, type ListedCoupon, type ListedUse, listCoupons, listUses, wholeCoupons } from './list-coupons.ts'
import { planOccupancy } from '../plans/capacity.ts'

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
    return toWire(contract.CouponCheck, { ...coupon, discountAmount: amount, currency: currency() })
  })

  serve(router, app, admin.adminListCoupons, async ({ query }) => {
    return toPage(await listCoupons(db, filterOf(query), query, app.now()), query, (row) => toCoupon(row, currency(), app.now()))
  })
  serveCsv(router, app, admin.adminExportCoupons, async (tx, { caller, query }) => {
    const { sort, ...filter } = query
    const plans = await listPlans(db, planOccupancy(app))
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
  serve(router, app, admin.adminDeleteCoupon, ({ caller, params }) => deleteCoupon(database, caller, params.id, app.now()))
  serve(router, app, admin.adminListCouponUses, async ({ params, query }) => {
    await findCouponById(db, params.id)
    return toPage(await listUses(db, params.id, query), query, toUse)
  })
}

function toCoupon({ coupon, deletable }: ListedCoupon, currency: string, now: Date): admin.AdminCoupon {
  return toWire(admin.AdminCoupon, { ...coupon, currency, state: stateOf(coupon, now), deletable })
}

function toUse({ use, order, email }: ListedUse): admin.CouponUse {
  return toWire(admin.CouponUse, { ...use, ...order, orderStatus: order.status, email, discountAmount: order.couponAmount })
}
