import { adminOldPanelCalls, OldPanelCall } from '@portico/contract/old-panel-admin'
import type { App } from '../../app.ts'
import { type Router, serve } from '../../http/router.ts'
import { inLanguage } from '../../in-language.ts'
import { toWire } from '../../to-wire.ts'
import { listOldPanelCalls } from './old-panel-calls.ts'

export function oldPanelRoutes(router: Router, app: App): void {
  serve(router, app, adminOldPanelCalls, async ({ origin: { language } }) => {
    const rows = await listOldPanelCalls(app.database.db)
    return {
      items: rows.map((row) => toWire(OldPanelCall, { ...row, nodeName: row.node && inLanguage(row.node, language).name })),
    }
  })
}
