import * as admin from '@portico/contract/statements-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { importStatement } from './import-statement.ts'
import { findLine, type LineOf, listLines } from './list-lines.ts'
import { assignLine, ignoreLine } from './settle-line.ts'

export function statementRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, admin.adminImportStatement, ({ caller, body }) => {
    const { method_id: methodId, csv, mapping } = body
    return importStatement(database, caller, { methodId, csv, mapping }, { now: app.now(), zone: app.settings()['site.timezone'] })
  })
  serve(router, app, admin.adminListStatementLines, async ({ query }) => {
    const { items, total } = await listLines(db, { status: query.status, methodId: query.method_id }, query)
    return { items: items.map(toLine), total, page: query.page, page_size: query.page_size }
  })
  serve(router, app, admin.adminAssignStatementLine, async ({ caller, params, body }) => {
    const wanted = { id: params.id, tradeNo: body.trade_no ?? null, email: body.email ?? null, note: body.note }
    await assignLine(database, caller, wanted, { now: app.now(), currency: app.settings()['site.currency'] })
    return toLine(await findLine(db, params.id))
  })
  serve(router, app, admin.adminIgnoreStatementLine, async ({ caller, params, body }) => {
    await ignoreLine(database, caller, { id: params.id, note: body.note }, app.now())
    return toLine(await findLine(db, params.id))
  })
}

function toLine({ line, methodName, tradeNo, email }: LineOf): admin.StatementLine {
  return {
    id: line.id,
    method_id: line.methodId,
    method_name: methodName,
    reference: line.reference,
    attempt_no: line.attemptNo,
    occurred_at: line.occurredAt.toISOString(),
    amount: line.amount,
    currency: line.currency,
    status: line.status,
    trade_no: line.tradeNo ?? tradeNo,
    email,
    note: line.note,
  }
}
