import * as contract from '@portico/contract/settings-admin'
import { getSiteConfig } from '@portico/contract/site'
import type { App } from '../app.ts'
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
    await saveSettings(app.database, caller, body as Partial<contract.Settings>, app.now())
    await app.reloadSettings()
    return app.settings()
  })
}
