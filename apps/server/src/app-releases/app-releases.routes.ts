import * as contract from '@portico/contract/app-releases'
import { compareVersions } from '@portico/contract/app-releases'
import * as admin from '@portico/contract/app-releases-admin'
import type { App } from '../app.ts'
import { parseInput } from '../http/answer.ts'
import { bind, ok, originOf, respond, type Router, serve } from '../http/router.ts'
import { siteOrigin } from '../settings/settings.ts'
import { type ConfiguredSite, previewConfig, signedConfig } from './app-config.ts'
import type { AppReleaseRow } from './app-releases.table.ts'
import { createRelease, deleteRelease, publishRelease, updateRelease } from './change-releases.ts'
import { configKey } from './config-key.ts'
import { findRelease, type Listed, listReleases, newestReleases } from './list-releases.ts'

export function appReleaseRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const one = async (id: number): Promise<admin.AdminRelease> => toRelease(await findRelease(db, id))

  serve(router, app, contract.fetchVersions, async ({ origin, body: { platform, version } }) => {
    await app.limits.appCallsByAddress.take(origin.network)
    const rows = await newestReleases(db, platform && [platform])
    return { items: rows.map((row) => toNewest(row, version)), total: rows.length }
  })

  // Not signed by the caller, and open while the site is closed: mirrors may fetch it, and the signature is inside the answer.
  bind(contract.getAppConfig)
  router.get(`/api/v1${contract.getAppConfig.path}`, async (c) => {
    const origin = originOf(c, app)
    return respond(c, app, origin, async () => {
      await app.limits.appCallsByAddress.take(origin.network)
      const query = parseInput(contract.AppConfigQuery, c.req.query(), origin.language)
      const given = { app: query.app, install: query.id ?? null }
      return contract.SignedConfig.parse(await signedConfig(database, given, configuredSite(app), app.now()))
    })
  })

  serve(router, app, admin.adminListReleases, async ({ query: { page, page_size: pageSize, app: of, platform } }) => {
    const { items, total } = await listReleases(db, { page, pageSize, app: of, platform })
    return { items: items.map(toRelease), total, page, page_size: pageSize }
  })
  serve(router, app, admin.adminCreateRelease, async ({ caller, body }) => {
    return one(await createRelease(database, caller, body, app.now()))
  })
  serve(router, app, admin.adminUpdateRelease, async ({ caller, params, body }) => {
    await updateRelease(database, caller, params.id, body, app.now())
    return one(params.id)
  })
  serve(router, app, admin.adminPublishRelease, async ({ caller, params, body }) => {
    await publishRelease(database, caller, params.id, body.published, app.now())
    return one(params.id)
  })
  serve(router, app, admin.adminDeleteRelease, async ({ caller, params }) => {
    await deleteRelease(database, caller, params.id, app.now())
    return ok
  })

  serve(router, app, admin.adminGetConfigKey, async () => {
    const address = `${siteOrigin(app.settings(), app.config)}/api/v1${contract.getAppConfig.path}?app=`
    return { key: await configKey(database), client_url: `${address}client`, extension_url: `${address}extension` }
  })
  serve(router, app, admin.adminPreviewConfig, ({ body }) => previewConfig(db, body, configuredSite(app), app.now()))
}

function configuredSite(app: App): ConfiguredSite {
  const settings = app.settings()
  const url = siteOrigin(settings, app.config)
  return { title: settings['site.title'], url, subscribeUrl: settings['subscription.url'] || url, closed: settings['site.closed'] }
}

function toNewest(row: AppReleaseRow & { publishedAt: Date }, running: string | undefined): contract.NewestRelease {
  const { minimumVersion } = row
  return {
    platform: row.platform,
    version: row.version,
    minimum_version: minimumVersion,
    download_url: row.downloadUrl,
    mirrors: row.mirrors,
    sha256: row.sha256,
    notes_en: row.notesEn,
    notes_zh: row.notesZh,
    published_at: row.publishedAt.toISOString(),
    update_available: running === undefined ? null : compareVersions(running, row.version) < 0,
    must_update: running === undefined ? null : minimumVersion !== null && compareVersions(running, minimumVersion) < 0,
  }
}

function toRelease({ row, isNewest }: Listed): admin.AdminRelease {
  return {
    id: row.id,
    platform: row.platform,
    version: row.version,
    minimum_version: row.minimumVersion,
    download_url: row.downloadUrl,
    mirrors: row.mirrors,
    sha256: row.sha256,
    notes_en: row.notesEn,
    notes_zh: row.notesZh,
    published_at: row.publishedAt?.toISOString() ?? null,
    newest: isNewest,
    created_at: row.createdAt.toISOString(),
  }
}
