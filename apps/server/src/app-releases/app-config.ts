import type { ConfiguredApp, SignedConfig } from '@portico/contract/app-releases'
import type { TemplateFault } from '@portico/contract/templates-admin'
import type { Database, Db } from '../db/client.ts'
import { liveDocument } from '../templates/live-documents.ts'
import { signConfig } from './config-key.ts'
import { canonicalJson, configFaults, fillConfig, type JsonObject } from '../documents/config-text.ts'
import { newestReleases, platformsOf } from './list-releases.ts'

/** The settings that go into a configuration. Addresses are origins without a trailing slash. */
export type ConfiguredSite = { title: string; url: string; subscribeUrl: string; closed: boolean }

/**
 * The signed configuration an app gets at start. `install` decides whether a version that is being rolled out
 * reaches it; null: it does not.
 */
export async function signedConfig(
  database: Database,
  given: { app: ConfiguredApp; install: string | null },
  site: ConfiguredSite,
  now: Date,
): Promise<SignedConfig> {
  const { db } = database
  const { version, text } = await liveDocument(db, `${given.app}_conf`, given.install)
  const payload = canonicalJson(await compose(db, { app: given.app, version, text }, site, now))
  return { payload, version, ...(await signConfig(database, payload)) }
}

/** A configuration from a text that is not saved, indented and unsigned, so that no app accepts it. */
export async function previewConfig(
  db: Db,
  given: { app: ConfiguredApp; text: string },
  site: ConfiguredSite,
  now: Date,
): Promise<{ faults: TemplateFault[]; payload: string | null }> {
  const faults = configFaults(given.text)
  if (faults.length > 0) return { faults, payload: null }
  return { faults, payload: JSON.stringify(await compose(db, { ...given, version: 0 }, site, now), null, 2) }
}

async function compose(
  db: Db,
  { app, version, text }: { app: ConfiguredApp; version: number; text: string },
  site: ConfiguredSite,
  now: Date,
): Promise<JsonObject> {
  const { title, url, subscribeUrl, closed } = site
  const apiUrl = `${url}/api/v1`
  const values = {
    site_title: title,
    site_url: url,
    api_url: apiUrl,
    subscribe_url: subscribeUrl,
    subscribe_host: URL.canParse(subscribeUrl) ? new URL(subscribeUrl).hostname : '',
  }
  const releases = await newestReleases(db, platformsOf[app])
  return {
    app,
    version,
    issued_at: now.toISOString(),
    site: { title, url, api_url: apiUrl, subscribe_urls: [subscribeUrl], closed },
    releases: releases.map((row) => ({
      platform: row.platform,
      version: row.version,
      minimum_version: row.minimumVersion,
      download_url: row.downloadUrl,
      mirrors: row.mirrors,
      sha256: row.sha256,
    })),
    config: fillConfig(text, values),
  }
}
