import * as contract from '@portico/contract/usage-alerts'
import { adminUsageAlerts } from '@portico/contract/usage-alerts-admin'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { countUsageAlerts, dismissUsageAlert, usageAlert } from './usage-alert.ts'

export function usageAlertRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.getUsageAlert, async ({ caller }) => {
    const found = await usageAlert(db, caller.accountId)
    return { alert: found && { threshold: found.threshold, at: found.at.toISOString() } }
  })

  serve(router, app, contract.dismissUsageAlert, async ({ caller, body }) => {
    await dismissUsageAlert(db, caller.accountId, body.threshold, app.now())
    return ok
  })

  serve(router, app, adminUsageAlerts, async () => {
    const items = await countUsageAlerts(db)
    return { items: items.map(({ threshold, members }) => ({ threshold, members })), total: items.length }
  })
}
