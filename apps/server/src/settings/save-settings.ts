import { may } from '@portico/contract/access'
import type { Permissions } from '@portico/contract/permissions'
import { isPicture, isSecret, pictureKeys, registry, type SettingKey, settingKeys } from '@portico/contract/settings/registry'
import type { Settings, SettingsChange } from '@portico/contract/settings-admin'
import { sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { AppError } from '../errors.ts'
import { noteUses } from '../files/note-uses.ts'
import { refuseCurrencyInUse } from './currency-in-use.ts'
import { settingPlace } from './setting-secrets.ts'
import { readSettings } from './settings.ts'
import { settings } from './settings.table.ts'

/**
 * Stores the given settings and leaves the others; a database notification tells every process. Throws `input.invalid` with the settings
 * the actor may not change, and then changes nothing.
 */
export async function saveSettings(database: Database, by: Actor, change: SettingsChange, now: Date): Promise<void> {
  checkPermissions(by.permissions, keysOf(change))
  await database.transaction((tx) => storeSettings(tx, database.secrets, by, { action: 'settings.save', change }, now))
}

/**
 * `saveSettings` within the caller's transaction, without permission checks. Throws `input.invalid` for a deleted picture,
 * `setting.currency_in_use`. Unchanged values are not recorded.
 */
export async function storeSettings(
  tx: Tx,
  secrets: SecretBox,
  by: Actor,
  { action, change: asked }: { action: 'settings.save' | 'settings.restore'; change: SettingsChange },
  now: Date,
): Promise<void> {
  const before = await lockSettings(tx, secrets)
  const change = withoutMovedSecrets(before, asked)
  const changed = changedKeys(before, change)
  if (changed.length === 0) return
  if (changed.includes('site.currency')) await refuseCurrencyInUse(tx, before['site.currency'], keptAmounts(before, change, changed), now)
  for (const key of changed) {
    const value = isSecret(key) ? secrets.seal(settingPlace(key), change[key] ?? '') : change[key]
    const row = { key, value, updatedAt: now }
    await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
  }
  if (changed.some(isPicture)) await notePictures(tx, { ...before, ...change })
  const sides = { before: recorded(changed, before, ''), after: recorded(changed, change, ' (new)') }
  await record(tx, by, { action, entity: 'settings', ...sides }, now)
}

/** The settings, which nobody else changes until the transaction ends: each must see what the previous one left. */
export async function lockSettings(tx: Tx, secrets: SecretBox): Promise<Settings> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.settings'))`)
  return readSettings(tx, secrets)
}

/** Amounts usable by members that somebody set and this save keeps. */
function keptAmounts(before: Settings, change: SettingsChange, changed: SettingKey[]): { tiers: number; limits: number } {
  const inUse = [
    ...((change['topup.enabled'] ?? before['topup.enabled']) ? (['topup.min', 'topup.max'] as const) : []),
    ...((change['withdrawal.enabled'] ?? before['withdrawal.enabled']) ? (['withdrawal.min'] as const) : []),
  ]
  const kept = inUse.filter((key) => !changed.includes(key) && before[key] !== registry[key].default)
  return { tiers: (change['topup.tiers'] ?? before['topup.tiers']).length, limits: kept.length }
}

/** Removes the secrets whose server changes and that are not entered again: staff who change the server do not know them. */
function withoutMovedSecrets(before: Settings, asked: SettingsChange): SettingsChange {
  const moved: string[] = changedKeys(before, asked)
  const removed = settingKeys.filter((key) => isSecret(key) && registry[key].boundTo?.some((where) => moved.includes(where)))
  return { ...Object.fromEntries(removed.map((key) => [key, ''])), ...asked }
}

function changedKeys(before: Settings, change: SettingsChange): SettingKey[] {
  return keysOf(change).filter((key) => JSON.stringify(change[key]) !== JSON.stringify(before[key]))
}

/** Keeps the pictures of settings from being deleted. Throws `input.invalid` for one that is gone. */
async function notePictures(tx: Tx, values: SettingsChange): Promise<void> {
  const shown = pictureKeys.map((key) => [key, values[key] ?? ''] as const)
  const gone = await noteUses(tx, { noun: 'settings', id: 1 }, shown.map(([, address]) => address).join(' '))
  const lost = shown.filter(([, address]) => gone.some((file) => address.includes(file)))
  if (lost.length > 0) throw new AppError('input.invalid', { fields: Object.fromEntries(lost.map(([key]) => [key, 'file.gone'])) })
}

/** Throws `input.invalid` with the fields that need a permission the actor lacks. */
export function checkPermissions(held: Permissions, keys: SettingKey[]): void {
  const refused = keys.filter((key) => !may(held, registry[key].permission))
  if (refused.length > 0) {
    throw new AppError('input.invalid', { fields: Object.fromEntries(refused.map((key) => [key, 'setting.not_allowed'])) })
  }
}

function keysOf(change: SettingsChange): SettingKey[] {
  return settingKeys.filter((key) => change[key] !== undefined)
}

/** Values for the audit log. Of a secret, only whether it was set, and that it is new. */
function recorded(keys: SettingKey[], values: SettingsChange, mark: string): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, isSecret(key) ? (values[key] ? `***${mark}` : null) : values[key]]))
}
