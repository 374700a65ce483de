import * as contract from '@portico/contract/app-releases'
import { compareVersions } from '@portico/contract/app-releases'
import * as admin from '@portico/contract/app-releases-admin'
import type { App } from '../app.ts'
import { parseInput } from '../http/answer.ts'
import { bind, originOf, respond, type Router, serve } from '../http/router.ts'
import { siteOrigin } from '../settings/settings.ts'
import { toList, toPage, toWire } from '../to-wire.ts'
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
    return toList(await newestReleases(db, platform && [platform]), (row) => toNewest(row, version))
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

  serve(router, app, admin.adminListReleases, async ({ query: { page, page_size, app: of, platform } }) =>
    toPage(await listReleases(db, { app: of, platform }, { page, page_size }), { page, page_size }, toRelease),
  )
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
  serve(router, app, admin.adminDeleteRelease, ({ caller, params }) => deleteRelease(database, caller, params.id, app.now()))

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
  return toWire(contract.NewestRelease, {
    ...row,
    updateAvailable: running === undefined ? null : compareVersions(running, row.version) < 0,
    mustUpdate: running === undefined ? null : minimumVersion !== null && compareVersions(running, minimumVersion) < 0,
  })
}

function toRelease({ row, isNewest }: Listed): admin.AdminRelease {
  return toWire(admin.AdminRelease, { ...row, newest: isNewest })
}
