import * as admin from '@portico/contract/statements-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { confirmMatch } from './confirm-match.ts'
import { findMatches, type Match } from './find-matches.ts'
import { countWaiting, findLine, type LineOf, listLines } from './list-lines.ts'
import { assignLine, ignoreLine } from './settle-line.ts'

export function statementRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, admin.adminListStatementLines, async ({ query }) => {
    const [{ items, total }, waiting] = await Promise.all([
      listLines(db, { status: query.status, methodId: query.method_id }, query),
      countWaiting(db),
    ])
    const waits = items.filter(({ line }) => line.status === 'unmatched')
    const matches = await findMatches(
      db,
      waits.map(({ line }) => line.id),
    )
    return { items: items.map((item) => toLine(item, matches)), total, page: query.page, page_size: query.page_size, waiting }
  })
  serve(router, app, admin.adminConfirmStatementLine, async ({ caller, params, body }) => {
    const { attempt_no: attemptNo, effect } = body
    await confirmMatch(database, caller, { id: params.id, attemptNo, effect }, app.now())
    return toLine(await findLine(db, params.id))
  })
  serve(router, app, admin.adminAssignStatementLine, async ({ caller, params, body }) => {
    const wanted = { id: params.id, tradeNo: body.trade_no ?? null, email: body.email ?? null, note: body.note }
    await assignLine(database, caller, wanted, { now: app.now(), settings: app.settings() })
    return toLine(await findLine(db, params.id))
  })
  serve(router, app, admin.adminIgnoreStatementLine, async ({ caller, params, body }) => {
    await ignoreLine(database, caller, { id: params.id, note: body.note }, app.now())
    return toLine(await findLine(db, params.id))
  })
}

const SHOWN = 5

function toLine({ line, methodName, tradeNo, email }: LineOf, matches: Match[] = []): admin.StatementLine {
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
    doubt: line.notedAt === null ? line.doubt : null,
    suggestions: matches
      .filter(({ lineId }) => lineId === line.id)
      .slice(0, SHOWN)
      .map(toSuggestion),
  }
}

function toSuggestion(match: Match): admin.StatementSuggestion {
  return {
    attempt_no: match.attemptNo,
    trade_no: match.tradeNo,
    email: match.email,
    amount: match.payAmount,
    currency: match.payCurrency,
    reasons: match.reasons,
    effect: match.effect,
  }
}
