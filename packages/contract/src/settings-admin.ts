import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import {
  eachSetting,
  isSecret,
  isSettingKey,
  registry,
  schemas,
  type SecretKey,
  type SettingKey,
  settingKeys,
  type Settings as SettingValues,
} from './settings/registry.ts'
import { NameOrAddress } from './personal.ts'

export const Settings = z.object(schemas)
export type Settings = SettingValues
export const SettingsChange = z.partial(Settings)
export type SettingsChange = z.infer<typeof SettingsChange>

/** Settings as the server sends them: for a secret, only whether it is set. */
const viewSchemas = eachSetting((setting, key) => (isSecret(key) ? z.boolean() : setting.schema)) as ViewSchemas
export const SettingsView = z.object(viewSchemas)
export type SettingsView = { [K in SettingKey]: K extends SecretKey ? boolean : Settings[K] }
type ViewSchemas = { [K in SettingKey]: K extends SecretKey ? z.ZodMiniBoolean : (typeof schemas)[K] }

/** Why the currency cannot be changed: kinds of amounts in it, and their number. */
export const CurrencyUse = z.object({
  kind: z.enum([
    'balance',
    'commission',
    'frozen_commission',
    'held',
    'debt',
    'order',
    'refund',
    'payment',
    'withdrawal',
    'term',
    'plan',
    'coupon',
    'code',
    'method',
    'tier',
    'limit',
  ]),
  count: z.int(),
})
export type CurrencyUse = z.infer<typeof CurrencyUse>

/** One save of settings. Old values may not fit the setting now, and the setting may be gone. */
export const SettingChange = z.object({
  id: z.int(),
  at: Time,
  /** null: the server changed it. */
  actor: z.nullable(NameOrAddress),
  /** true: the save restored old values. */
  is_restore: z.boolean(),
  /** `before` and `after` are null for a secret. */
  values: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown(), is_secret: z.boolean() })),
})
export type SettingChange = z.infer<typeof SettingChange>

const writers = ['settings.write', 'settings.money', 'settings.security', 'content.write', 'nodes.write'] as const
// The verb checks each setting's permission; here any one of them is enough.
const toWrite = { access: { anyOf: writers } } as const
// Staff who may change some settings see all of them: nothing shown is secret.
const toRead = { access: { anyOf: ['settings.read', ...writers] } } as const

export const adminGetSettings = endpoint({
  ...toRead,
  method: 'GET',
  path: '/admin/settings',
  summary: 'All settings; secrets show only whether they are set',
  response: SettingsView,
})
export const adminSettingsReach = endpoint({
  ...toRead,
  method: 'GET',
  path: '/admin/settings/reach',
  summary: 'How many members, staff and nodes a change of settings can concern',
  response: z.object({ members: z.int(), staff: z.int(), nodes: z.int() }),
})
/** Whether changing the setting requires a fresh proof of identity, as `fresh` does: secrets, and settings about who gets in. */
export function needsFresh(key: string): boolean {
  return isSettingKey(key) && (isSecret(key) || registry[key].permission === 'settings.security')
}
export const adminSaveSettings = endpoint({
  ...toWrite,
  method: 'PATCH',
  path: '/admin/settings',
  summary: 'Change some settings, each with its own permission; effective at once. The currency is refused while amounts in it are left',
  body: SettingsChange,
  response: SettingsView,
})
export const adminListSettingChanges = endpoint({
  ...toRead,
  method: 'GET',
  path: '/admin/settings/changes',
  summary: 'Changes to one setting or to all, newest first',
  query: z.object({ ...pageQuery, key: z.optional(z.enum(settingKeys)) }),
  response: pageOf(SettingChange),
})
export const adminRestoreSettings = endpoint({
  ...toWrite,
  method: 'POST',
  path: '/admin/settings/changes/:id/restore',
  summary: 'Restore the values from before a change: one setting, or all in the change except secrets',
  fresh: true,
  body: z.object({ key: z.optional(z.enum(settingKeys)) }),
  response: SettingsView,
})
