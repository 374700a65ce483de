import * as contract from '@portico/contract/settings-admin'
import { getSiteConfig } from '@portico/contract/site'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { type Router, serve } from '../http/router.ts'
import { saveSettings, siteOrigin } from './settings.ts'

export function settingRoutes(router: Router, app: App): void {
  serve(router, app, getSiteConfig, async () => {
    const current = app.settings()
    return {
      webtitle: current['site.title'],
      weburl: siteOrigin(current, app.config),
      indexNotice: current['site.index_notice'],
      webclose: current['site.closed'] ? (1 as const) : (0 as const),
      email: current['site.email'],
      currency: current['site.currency'],
      timezone: current['site.timezone'],
      registration_open: current['site.registration_open'],
    }
  })

  serve(router, app, contract.adminGetSettings, async () => app.settings())

  serve(router, app, contract.adminSaveSettings, async ({ caller, body }) => {
    const before = app.settings()
    await saveSettings(app.database, body as Partial<contract.Settings>)
    await app.reloadSettings()
    await record(app.database.db, {
      actorId: caller.accountId,
      action: 'settings.save',
      target: 'site',
      before,
      after: body,
      at: app.now(),
    })
    return app.settings()
  })
}
