import * as contract from '@portico/contract/orders'
import * as admin from '@portico/contract/orders-admin'
import type { Period } from '@portico/contract/periods'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { guessCoupon } from '../coupons/guess-coupon.ts'
import type { Language } from '@portico/contract/translations'
import { type Router, serve } from '../http/router.ts'
import { spanOf } from '../db/in-days.ts'
import { readFirstUse } from '../link-fetches/first-use.ts'
import { choicesFor } from '../payments/list-payments.ts'
import { toPage, toWire } from '../to-wire.ts'
import { cancelOrder } from './cancel-order.ts'
import { awaitedTransfers, findOrder, listOrders, sentProofs, sumOrders } from './list-orders.ts'
import { makeOffer, type Wanted } from './make-offer.ts'
import { openOffer, sealOffer } from './offer-token.ts'
import { toAdminOrder, toChoice, toListedOrder, toMyOrder, toOrder, toQuote, toTopupOffer } from './order-wire.ts'
import type { OrderRow } from './orders.table.ts'
import { placeOffer } from './place-order.ts'
import { retryOrder } from './retry-order.ts'

export function orderRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const wire = (order: OrderRow, { language }: { language: Language }): contract.Order => toOrder(order, language, app.now())
  const one = async (tradeNo: string, language: Language): Promise<admin.AdminOrder> =>
    toAdminOrder(await findOrder(db, tradeNo, null), language, app.now())

  const context = () => ({ now: app.now(), settings: app.settings() })
  const offerTo = (accountId: number, network: string, body: Body) => {
    const make = () => makeOffer(db, accountId, toWanted(body), context())
    return body.coupon_code ? guessCoupon(app.limits, { accountId, network }, make) : make()
  }

  serve(router, app, contract.quoteOrder, async ({ caller, origin, body }) => {
    await app.limits.quotesByAccount.take(String(caller.accountId))
    const offered = await offerTo(caller.accountId, origin.network, body)
    const sealed = await sealOffer(database, offered.offer, app.now())
    const methods = await choicesFor(db, offered.offer, app.settings())
    const { language } = origin
    const ways = methods.filter(({ method }) => method.driver !== 'balance').map((choice) => toChoice(choice, language))
    return toQuote(offered, sealed, ways, { ...context(), language })
  })
  serve(router, app, contract.topupOffer, async () => toTopupOffer(app.settings()))
  serve(router, app, contract.saveOrder, async ({ caller, origin, body }) => {
    await app.limits.ordersByAccount.take(String(caller.accountId))
    const offer = body.quote
      ? await openOffer(database, body.quote, caller.accountId, app.now())
      : (await offerTo(caller.accountId, origin.network, body)).offer
    return wire(await placeOffer(app.database, offer, context()), origin)
  })
  serve(router, app, contract.cancelOrder, async ({ caller, origin, body }) =>
    wire(await cancelOrder(app.database, caller, body.trade_no, app.now()), origin),
  )
  serve(router, app, contract.orderDetails, async ({ caller, origin, query }) =>
    wire((await findOrder(db, query.trade_no, caller.accountId)).order, origin),
  )
  serve(router, app, contract.checkOrder, async ({ caller, query }) => {
    const { order } = await findOrder(db, query.trade_no, caller.accountId)
    return { trade_no: order.tradeNo, status: order.status }
  })
  serve(router, app, contract.orderSteps, async ({ caller, query }) => {
    const { order } = await findOrder(db, query.trade_no, caller.accountId)
    return toWire(contract.OrderSteps, { ...order, ...(await readFirstUse(db, order)) })
  })
  serve(router, app, contract.fetchOrders, async ({ caller, origin, query }) => {
    const found = await listOrders(db, { accountId: caller.accountId, status: query.status }, query)
    const proofs = await sentProofs(
      db,
      found.items.map(({ order }) => order),
    )
    return toPage(found, query, ({ order }) => toMyOrder(order, proofs.has(order.id), origin.language, app.now()))
  })

  serve(router, app, admin.adminListOrders, async ({ caller, origin, query }) => {
    const { account_id: accountId, status, type, q, time, method_id: methodId } = query
    const span = spanOf(query, app.settings()['site.timezone'])
    const filter = { accountId, status, type, search: searchFor(q, caller), time, span, methodId }
    const found = await listOrders(db, filter, query)
    // Adding up costs as much as counting.
    const sums = found.totalIs === 'exact' ? await sumOrders(db, filter) : null
    const listed = found.items.map(({ order }) => order)
    const [proofs, transfers] = await Promise.all([sentProofs(db, listed), awaitedTransfers(db, listed)])
    const page = toPage(found, query, (row) => {
      const { id } = row.order
      return toListedOrder(row, { proof: proofs.get(id), transfer: transfers.get(id) }, origin.language, app.now())
    })
    return { ...page, sums }
  })
  serve(router, app, admin.adminCancelOrder, async ({ caller, origin, params }) => {
    await cancelOrder(app.database, caller, params.trade_no, app.now())
    return one(params.trade_no, origin.language)
  })
  serve(router, app, admin.adminRetryOrder, async ({ caller, origin, params }) => {
    await retryOrder(app.database, caller, params.trade_no, app.now())
    return one(params.trade_no, origin.language)
  })
}

type Body = {
  plan_id?: number | undefined
  period?: Period | undefined
  coupon_code?: string | undefined
  use_balance?: boolean | undefined
  topup_amount?: number | undefined
}

function toWanted({ plan_id, period, coupon_code, use_balance, topup_amount }: Body): Wanted {
  if (topup_amount !== undefined && coupon_code) throw new AppError('coupon.not_for_topup')
  if (topup_amount !== undefined) return { topupAmount: topup_amount }
  const missing = {
    ...(plan_id === undefined && { plan_id: 'input.invalid' as const }),
    ...(period === undefined && { period: 'input.invalid' as const }),
  }
  if (plan_id === undefined || period === undefined) throw new AppError('input.invalid', { fields: missing })
  return { planId: plan_id, period, couponCode: coupon_code || null, useBalance: use_balance ?? true }
}
