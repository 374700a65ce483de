import * as admin from '@portico/contract/statements-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import { confirmMatch } from './confirm-match.ts'
import { findMatches, type Match } from './find-matches.ts'
import { countWaiting, findLine, type LineOf, listLines } from './list-lines.ts'
import { assignLine, ignoreLine } from './settle-line.ts'

export function statementRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, admin.adminListStatementLines, async ({ query }) => {
    const [found, waiting] = await Promise.all([
      listLines(db, { status: query.status, methodId: query.method_id }, query),
      countWaiting(db),
    ])
    const waits = found.items.filter(({ line }) => line.status === 'unmatched')
    const matches = await findMatches(
      db,
      waits.map(({ line }) => line.id),
    )
    return { ...toPage(found, query, (item) => toLine(item, matches)), waiting }
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
  const mine = matches.filter(({ lineId }) => lineId === line.id)
  return toWire(admin.StatementLine, {
    ...line,
    methodName,
    tradeNo: line.tradeNo ?? tradeNo,
    email,
    doubt: line.notedAt === null ? line.doubt : null,
    suggestions: mine.slice(0, SHOWN).map(toSuggestion),
  })
}

function toSuggestion(match: Match): admin.StatementSuggestion {
  return toWire(admin.StatementSuggestion, { ...match, amount: match.payAmount, currency: match.payCurrency })
}
