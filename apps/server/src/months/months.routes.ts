import * as contract from '@portico/contract/months-admin'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { type Router, serve } from '../http/router.ts'
import { inOnePart, serveCsv } from '../http/downloads/serve-csv.ts'
import { addGatewayEntry, type EnteredRow, removeGatewayEntry } from './gateway-entries.ts'
import { MONTH_COLUMNS, monthLines } from './month-lines.ts'
import { monthMovements } from './month-movements.ts'
import { monthSpan } from './month-span.ts'
import { readFigures, readMonth } from './read-month.ts'
import { toWire } from '../to-wire.ts'

export function monthRoutes(router: Router, app: App): void {
  const zone = (): string => app.settings()['site.timezone']

  serve(router, app, contract.adminReadMonth, async ({ query: { month } }) => {
    const { span, entries, ...figures } = await readMonth(app.database, month, zone())
    return { month, is_over: span.until <= app.now(), ...figures, entries: entries.map(toEntry) }
  })
  serveCsv(router, app, contract.adminExportMonth, async (tx, { caller, query: { month, what } }) => {
    const table =
      what === 'month'
        ? inOnePart(MONTH_COLUMNS, monthLines(month, await readFigures(tx, month, zone())))
        : await monthMovements(tx, what, monthSpan(month, zone()))
    const filter = { month, what }
    const note = () => recordExport(app.database, caller, { entity: 'month', rows: table.rows, filter }, app.now())
    return { ...table, note }
  })
  serve(router, app, contract.adminAddGatewayEntry, async ({ caller, body }) => {
    const { id } = await addGatewayEntry(app.database, caller, body, app.now())
    return { id }
  })
  serve(router, app, contract.adminRemoveGatewayEntry, ({ caller, params }) =>
    removeGatewayEntry(app.database, caller, params.id, app.now()),
  )
}

function toEntry(row: EnteredRow): contract.GatewayEntry {
  return toWire(contract.GatewayEntry, row)
}
