import { adminUsageAlerts } from '@portico/contract/usage-alerts-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toList } from '../to-wire.ts'
import { countUsageAlerts } from './count-usage-alerts.ts'

export function usageAlertRoutes(router: Router, app: App): void {
  serve(router, app, adminUsageAlerts, async () =>
    toList(await countUsageAlerts(app.database.db), ({ threshold, members }) => ({ threshold, members })),
  )
}
