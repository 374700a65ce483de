import type * as z from 'zod/mini'
import type { Setting, SettingGroup } from './define.ts'
import { commission, invites, withdrawals } from './invites.ts'
import { compensation, nodes } from './nodes.ts'
import { orders, topup } from './orders.ts'
import { security } from './security.ts'
import { site } from './site.ts'
import { subscriptions, usage } from './subscriptions.ts'

const declared = {
  ...site.settings,
  ...orders.settings,
  ...topup.settings,
  ...invites.settings,
  ...commission.settings,
  ...withdrawals.settings,
  ...subscriptions.settings,
  ...usage.settings,
  ...nodes.settings,
  ...compensation.settings,
  ...security.settings,
}
/** In the order of the page. */
export const settingGroups: Record<string, SettingGroup> = {
  site,
  orders,
  topup,
  invites,
  commission,
  withdrawals,
  subscriptions,
  usage,
  nodes,
  compensation,
  security,
}

type Declared = typeof declared
export type SettingKey = keyof Declared
type SchemaOf<K extends SettingKey> = Declared[K]['schema']
/** The value of every setting. */
export type Settings = { [K in SettingKey]: z.output<SchemaOf<K>> }
export type SecretKey = { [K in SettingKey]: Declared[K]['field'] extends { kind: 'secret' } ? K : never }[SettingKey]

/** Every setting there is, by its key. */
export const registry: Record<SettingKey, Setting> = declared
// `Object.keys` types them as mere strings.
export const settingKeys = Object.keys(declared) as SettingKey[]

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(declared, key)
}

export function isSecret(key: SettingKey): key is SecretKey {
  return registry[key].field.kind === 'secret'
}

/** One entry for each setting, made from its declaration. A loop cannot give each its own type: the caller states it. */
export function eachSetting<T>(make: (setting: Setting, key: SettingKey) => T): Record<SettingKey, T> {
  return Object.fromEntries(settingKeys.map((key) => [key, make(registry[key], key)])) as Record<SettingKey, T>
}

// As they are declared, key by key.
export const schemas = eachSetting((setting) => setting.schema) as { [K in SettingKey]: SchemaOf<K> }
export const defaultSettings = eachSetting((setting) => setting.default) as Settings
