import { defaultSettings, isSecret, isSettingKey, schemas, type SecretKey, type SettingKey } from '@portico/contract/settings/registry'
import { Settings } from '@portico/contract/settings-admin'
import { inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { settingPlace } from './setting-secrets.ts'
import { settings } from './settings.table.ts'

const Stored = z.partial(Settings)

/** All settings, with readable secrets: never send this object as a whole. */
export async function readSettings(db: Db, secrets: SecretBox): Promise<Settings> {
  const rows = await db.select().from(settings)
  const open = (key: SettingKey, value: unknown): unknown => (isSecret(key) ? secrets.open(settingPlace(key), String(value)) : value)
  const pairs = rows.flatMap(({ key, value }) => (isSettingKey(key) ? [[key, open(key, value)]] : []))
  const stored = Stored.parse(Object.fromEntries(pairs))
  // Settings that are not stored are absent, not undefined.
  return { ...defaultSettings, ...(stored as Partial<Settings>) }
}

/** Settings as the database has them now; `app.settings()` may lag a moment. */
export async function readSome<K extends Exclude<SettingKey, SecretKey>>(db: Db, keys: readonly K[]): Promise<Pick<Settings, K>> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.key, [...keys]))
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const pairs = keys.map((key) => [key, stored.has(key) ? schemas[key].parse(stored.get(key)) : defaultSettings[key]])
  // Each key has the value its own schema answers.
  return Object.fromEntries(pairs) as Pick<Settings, K>
}

/** Origin of the site's own pages, without a slash at the end. */
export function siteOrigin(current: Pick<Settings, 'site.url'>, config: Config): string {
  return current['site.url'] || config.publicUrl || `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`
}

/** Origin of subscription links, without a slash at the end. */
export function linkOrigin(current: Pick<Settings, 'site.url' | 'subscription.url'>, config: Config): string {
  return current['subscription.url'] || siteOrigin(current, config)
}
