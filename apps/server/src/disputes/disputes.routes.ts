import * as admin from '@portico/contract/disputes-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { type DisputeOf, findDispute, listDisputes } from './list-disputes.ts'
import { noteDispute } from './note-dispute.ts'

export function disputeRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, admin.adminListDisputes, async ({ query }) => {
    const { items, total } = await listDisputes(db, query.state, query)
    return { items: items.map(toDispute), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, admin.adminNoteDispute, async ({ caller, params, body }) => {
    await noteDispute(database, caller, params.id, body.note, app.now())
    return toDispute(await findDispute(db, params.id))
  })
}

function toDispute({ dispute, taken, ...around }: DisputeOf): admin.Dispute {
  return {
    id: dispute.id,
    dispute_no: dispute.disputeNo,
    status: dispute.status,
    reason: dispute.reason,
    amount: dispute.amount,
    currency: dispute.currency,
    deadline: dispute.deadline?.toISOString() ?? null,
    opened_at: dispute.openedAt.toISOString(),
    changed_at: dispute.changedAt.toISOString(),
    withdrawn_at: taken?.receivedAt.toISOString() ?? null,
    restored_at: taken?.restoredAt?.toISOString() ?? null,
    value_amount: taken?.valueAmount ?? 0,
    debt_amount: taken?.debtAmount ?? 0,
    loss_amount: taken?.lossAmount ?? 0,
    order_currency: around.orderCurrency,
    callback_no: around.callbackNo,
    trade_no: around.tradeNo,
    account_id: around.accountId,
    email: around.email,
    method_name: around.methodName,
    note: dispute.note,
  }
}
