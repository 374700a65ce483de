import { EXTENSION_PLATFORMS } from '@portico/contract/app-releases'
import { getFooter } from '@portico/contract/footer'
import { eachSetting, isSecret, isSettingKey } from '@portico/contract/settings/registry'
import * as contract from '@portico/contract/settings-admin'
import { getSiteConfig } from '@portico/contract/site'
import { claimsSince, hasClaims } from '../accounts/claims.ts'
import { newestReleases } from '../app-releases/list-releases.ts'
import type { App } from '../app.ts'
import { hasHelp, hasTerms, listTerms } from '../articles/read-articles.ts'
import { requireFresh, type Router, serve } from '../http/router.ts'
import { brandIn, settingIn } from '../in-language.ts'
import { isReady, readySites } from '../issuers/sites.ts'
import { currentBar } from '../notices/read-notices.ts'
import { listDiscounts } from '../promotions/list-discounts.ts'
import { toPage, toWire } from '../to-wire.ts'
import { headerItems, shownPages } from './header-items.ts'
import { settingsReach } from './reach.ts'
import { saveSettings } from './save-settings.ts'
import { serviceChannels } from './service-channels.ts'
import { type Change, isRestore, listChanges, restoreSettings } from './setting-changes.ts'
import { siteOrigin } from './settings.ts'

export function settingRoutes(router: Router, app: App): void {
  const { database } = app

  serve(router, app, getSiteConfig, async ({ visitor, origin: { language } }) => {
    const current = app.settings()
    const [bar, hasTermsNow, mayClaim, header] = await Promise.all([
      currentBar(database.db, visitor?.accountId ?? null, language, app.now()),
      hasTerms(database.db),
      hasClaims(database.db, claimsSince(current, app.now())),
      headerItems(database.db, current, language),
    ])
    return {
      webtitle: settingIn(current, 'site.title', language),
      weburl: siteOrigin(current, app.config),
      indexNotice: bar?.text ?? '',
      index_notice_key: bar?.key ?? '',
      index_notice_id: bar?.id ?? null,
      webclose: current['site.closed'] ? (1 as const) : (0 as const),
      email: current['site.email'],
      currency: current['site.currency'],
      timezone: current['site.timezone'],
      registration_open: current['site.registration_open'],
      sign_in_sites: readySites(app),
      gapi_loaded: isReady(app, 'google'),
      register_with: current['account.register_with'],
      verify_email: current['account.verify_email'],
      has_terms: hasTermsNow,
      may_claim: mayClaim,
      header,
      brand: brandIn(current, language),
    }
  })

  serve(router, app, getFooter, async ({ origin: { language } }) => {
    const current = app.settings()
    const { db } = database
    const [help, pages, promotions, releases, terms] = await Promise.all([
      hasHelp(db),
      shownPages(db),
      listDiscounts(db, null, app.now()),
      newestReleases(db, EXTENSION_PLATFORMS),
      listTerms(db, language),
    ])
    return {
      official_account: settingIn(current, 'footer.official_account', language),
      official_account_qr: current['footer.official_account_qr'],
      channels: serviceChannels(current, language),
      service_hours: settingIn(current, 'service.hours', language),
      articles_url: current['footer.articles_url'],
      directory_url: current['footer.directory_url'],
      filing: settingIn(current, 'footer.filing', language),
      filing_url: current['footer.filing_url'],
      licence: settingIn(current, 'footer.licence', language),
      licence_url: current['footer.licence_url'],
      has_help: help,
      has_games: pages.some(({ path }) => path === '/sup_game'),
      has_promotions: promotions.length > 0,
      has_extension: releases.length > 0,
      terms,
    }
  })

  serve(router, app, contract.adminGetSettings, async () => toView(app.settings()))
  serve(router, app, contract.adminSettingsReach, () => settingsReach(database.db))
  serve(router, app, contract.adminSaveSettings, async ({ caller, body }) => {
    if (Object.keys(body).some(contract.needsFresh)) requireFresh(caller, app.now())
    await saveSettings(database, caller, body, app.now())
    await app.reloadSettings()
    return toView(app.settings())
  })
  serve(router, app, contract.adminListSettingChanges, async ({ query: { key, page, page_size } }) =>
    toPage(await listChanges(database.db, key, { page, page_size }), { page, page_size }, toChange),
  )
  serve(router, app, contract.adminRestoreSettings, async ({ caller, params, body }) => {
    await restoreSettings(database, caller, { id: params.id, key: body.key }, app.now())
    await app.reloadSettings()
    return toView(app.settings())
  })
}

function toView(current: contract.Settings): contract.SettingsView {
  // The view has the same keys as the settings.
  return eachSetting((_, key) => (isSecret(key) ? current[key] !== '' : current[key])) as contract.SettingsView
}

function toChange(change: Change): contract.SettingChange {
  const { email: actor, before, after } = change
  const values = Object.keys(after).map((key) => {
    const isHidden = isSettingKey(key) && isSecret(key)
    return { key, before: isHidden ? null : before[key], after: isHidden ? null : after[key], is_secret: isHidden }
  })
  return toWire(contract.SettingChange, { ...change, actor, isRestore: isRestore(change), values })
}
