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

export function receiptRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, admin.adminListReceipts, async ({ query }) => {
    const { items, total } = await listUnclear(db, query.state, query)
    return { items: items.map(toUnclear), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, admin.adminResolveReceipt, async ({ caller, params, body }) => {
    await resolveReceipt(database, caller, { id: params.id, ...body }, app.now())
    return toUnclear(await findUnclear(db, params.id))
  })
  serve(router, app, admin.adminListReversals, async ({ query }) => {
    const { items, total } = await listReversals(db, query.state, query)
    return { items: items.map(toReversal), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, admin.adminReviewReversal, async ({ caller, params, body }) => {
    await reviewReversal(database, caller, params.id, body.note, app.now())
    return toReversal(await findReversal(db, params.id))
  })
}

function toUnclear(row: UnclearOf): admin.UnclearReceipt {
  const { receipt, attempt, order } = row
  const value = worthOf(row)
  return {
    ...around(row),
    id: receipt.id,
    attempt_no: attempt.attemptNo,
    // The list has only unclear outcomes.
    outcome: UnclearOutcome.options.find((one) => one === receipt.outcome) ?? 'underpaid',
    amount: receipt.resolution === null ? keptOf(receipt) : receipt.amount,
    currency: receipt.currency,
    expected_amount: attempt.payAmount,
    expected_currency: attempt.payCurrency,
    value_amount: value,
    can_settle:
      isUnclear(receipt) &&
      value !== null &&
      (receipt.outcome === 'paid_otherwise' || (order.status === 'pending' && value >= attempt.amount)),
    shortfall: shortfallOf(row, value),
    resolution: receipt.resolution,
    resolved_at: receipt.resolvedAt?.toISOString() ?? null,
    note: receipt.resolutionNote,
    received_at: receipt.receivedAt.toISOString(),
  }
}

/** Shortfall if the order were paid with this payment; null: none, or it cannot be. */
function shortfallOf({ receipt, attempt, order }: UnclearOf, value: number | null): admin.UnclearReceipt['shortfall'] {
  const isPayable = isUnclear(receipt) && order.status === 'pending' && order.type !== 'topup'
  if (!isPayable || value === null || value === 0 || value >= attempt.amount) return null
  const { shortfallAmount, feeShortfallAmount } = paidPart(order, attempt.feeAmount, value)
  return { order_amount: shortfallAmount, fee_amount: feeShortfallAmount }
}

function toReversal(row: ReversalOf): admin.Reversal {
  const { reversal } = row
  return {
    ...around(row),
    id: reversal.id,
    reversal_no: reversal.reversalNo,
    cause: reversal.cause,
    outcome: reversal.outcome,
    amount: reversal.amount,
    currency: reversal.currency,
    value_amount: reversal.valueAmount,
    debt_amount: reversal.debtAmount,
    loss_amount: reversal.lossAmount,
    received_at: reversal.receivedAt.toISOString(),
    restored_at: reversal.restoredAt?.toISOString() ?? null,
    reviewed_at: reversal.reviewedAt?.toISOString() ?? null,
    note: reversal.reviewNote,
  }
}

/** The order and payment of a receipt or a reversal. */
function around({ receipt, order, email, methodName }: UnclearOf) {
  return {
    callback_no: receipt.callbackNo,
    trade_no: order.tradeNo,
    order_status: order.status,
    order_currency: order.currency,
    account_id: order.accountId,
    email,
    method_name: methodName,
  }
}
