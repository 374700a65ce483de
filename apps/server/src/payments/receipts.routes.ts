import * as admin from '@portico/contract/receipts-admin'
import { UnclearOutcome } from '@portico/contract/orders-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { findReversal, findUnclear, listReversals, listUnclear, type ReversalOf, type UnclearOf } from './list-receipts.ts'
import { paidPart } from './charge.ts'
import { keptOf } from './receipt-returns.ts'
import { isUnclear, worthOf } from './receipts/unclear.ts'
import { resolveReceipt } from './resolve-receipt.ts'
import { reviewReversal } from '../refunds/review-reversal.ts'
import { toPage, toWire } from '../to-wire.ts'

export function receiptRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, admin.adminListReceipts, async ({ query }) => toPage(await listUnclear(db, query.state, query), query, toUnclear))
  serve(router, app, admin.adminResolveReceipt, async ({ caller, params, body }) => {
    await resolveReceipt(database, caller, { id: params.id, ...body }, app.now())
    return toUnclear(await findUnclear(db, params.id))
  })
  serve(router, app, admin.adminListReversals, async ({ query }) => toPage(await listReversals(db, query.state, query), query, toReversal))
  serve(router, app, admin.adminReviewReversal, async ({ caller, params, body }) => {
    await reviewReversal(database, caller, params.id, body.note, app.now())
    return toReversal(await findReversal(db, params.id))
  })
}

function toUnclear(row: UnclearOf): admin.UnclearReceipt {
  const { receipt, attempt, order } = row
  const value = worthOf(row)
  return toWire(admin.UnclearReceipt, {
    ...receipt,
    ...around(row),
    attemptNo: attempt.attemptNo,
    // Every listed payment has one of these outcomes.
    outcome: UnclearOutcome.options.find((one) => one === receipt.outcome) ?? 'underpaid',
    amount: receipt.resolution === null ? keptOf(receipt) : receipt.amount,
    expectedAmount: attempt.payAmount,
    expectedCurrency: attempt.payCurrency,
    valueAmount: value,
    canSettle:
      isUnclear(receipt) &&
      value !== null &&
      (receipt.outcome === 'paid_otherwise' || (order.status === 'pending' && value >= attempt.amount)),
    shortfall: shortfallOf(row, value),
    note: receipt.resolutionNote,
  })
}

/** Shortfall if the order were paid with this payment; null: none, or it cannot be. */
function shortfallOf({ receipt, attempt, order }: UnclearOf, value: number | null): admin.UnclearReceipt['shortfall'] {
  const isPayable = isUnclear(receipt) && order.status === 'pending' && order.type !== 'topup'
  if (!isPayable || value === null || value === 0 || value >= attempt.amount) return null
  const { shortfallAmount, feeShortfallAmount } = paidPart(order, attempt.feeAmount, value)
  return { order_amount: shortfallAmount, fee_amount: feeShortfallAmount }
}

function toReversal(row: ReversalOf): admin.Reversal {
  return toWire(admin.Reversal, { ...row.reversal, ...around(row), note: row.reversal.reviewNote })
}

/** The order and payment of a receipt or a reversal. */
function around({ receipt, order, email, methodName }: UnclearOf) {
  const { tradeNo, status: orderStatus, currency: orderCurrency, accountId } = order
  return { callbackNo: receipt.callbackNo, tradeNo, orderStatus, orderCurrency, accountId, email, methodName }
}
