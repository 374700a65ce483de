import * as contract from '@portico/contract/page-errors'
import * as admin from '@portico/contract/page-errors-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import { listPageErrors } from './list-page-errors.ts'
import type { PageErrorRow } from './page-errors.table.ts'
import { reportPageErrors } from './report-page-errors.ts'

export function pageErrorRoutes(router: Router, app: App): void {
  const { db } = app.database
  serve(router, app, contract.reportPageErrors, async ({ body, origin }) => {
    await app.limits.errorReportsByNetwork.take(origin.network)
    await reportPageErrors(db, { ...body, device: origin.device }, app.now())
  })
  serve(router, app, admin.adminListPageErrors, async ({ query }) => toPage(await listPageErrors(db, query), query, toPageError))
}

function toPageError(row: PageErrorRow): admin.PageError {
  return toWire(admin.PageError, row)
}
