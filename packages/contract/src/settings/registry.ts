import type * as z from 'zod/mini'
import type { Language } from '../translations.ts'
import { bot } from './telegram-bot.ts'
import { challenge } from './challenge.ts'
import type { Setting, SettingGroup } from './define.ts'
import { accounts } from './accounts.ts'
import { brand } from './brand.ts'
import { backups } from './backups.ts'
import { files } from './files.ts'
import { footer } from './footer.ts'
import { header } from './header.ts'
import { grammar } from './grammar.ts'
import { apple, github, google, oidc, telegram } from './issuers.ts'
import { commission, invites, withdrawals } from './invites.ts'
import { invoices } from './invoices.ts'
import { mail, sms } from './messages.ts'
import { compensation, nodes, oldPanel } from './nodes.ts'
import { orders, topup } from './orders.ts'
import { rules } from './rules.ts'
import { security } from './security.ts'
import { search } from './search.ts'
import { service } from './service.ts'
import { site } from './site.ts'
import { subscriptions, usage } from './subscriptions.ts'
import { ticketMail } from './ticket-mail.ts'
import { tickets } from './tickets.ts'
import { updates } from './updates.ts'

/** Groups of settings, in page order. */
const groups = {
  site,
  brand,
  header,
  footer,
  search,
  service,
  orders,
  topup,
  invoices,
  invites,
  commission,
  withdrawals,
  subscriptions,
  rules,
  usage,
  tickets,
  nodes,
  oldPanel,
  compensation,
  accounts,
  google,
  apple,
  github,
  telegram,
  oidc,
  mail,
  sms,
  bot,
  ticketMail,
  files,
  backups,
  grammar,
  security,
  challenge,
  updates,
}
export const settingGroups: Record<string, SettingGroup> = groups

type Group = (typeof groups)[keyof typeof groups]
type AllOf<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never
type Declared = AllOf<Group['settings']>
// `Object.assign` of many is typed as anything.
const declared = Object.assign({}, ...Object.values(groups).map(({ settings }) => settings)) as Declared
export type SettingKey = keyof Declared
type SchemaOf<K extends SettingKey> = Declared[K]['schema']
/** Types of the values of all settings. */
export type Settings = { [K in SettingKey]: z.output<SchemaOf<K>> }
export type SecretKey = { [K in SettingKey]: Declared[K]['field'] extends { kind: 'secret' } ? K : never }[SettingKey]
export type PictureKey = { [K in SettingKey]: Declared[K]['field'] extends { kind: 'picture' } ? K : never }[SettingKey]

/** Keys of the settings declared with `translated`. */
export type TranslatedKey = {
  [K in SettingKey]: `${K}_en` extends SettingKey ? (`${K}_zh` extends SettingKey ? K : never) : never
}[SettingKey]

/** Key of the setting with the text of `key` in a language. */
export function translationKey<K extends TranslatedKey>(key: K, language: Language): `${K}_en` | `${K}_zh` {
  return language === 'en' ? `${key}_en` : `${key}_zh`
}

export function isTranslated(key: SettingKey): key is TranslatedKey {
  return isSettingKey(`${key}_en`) && isSettingKey(`${key}_zh`)
}

/** All settings by key. */
export const registry: Record<SettingKey, Setting> = declared
// `Object.keys` types them as plain strings.
export const settingKeys = Object.keys(declared) as SettingKey[]

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(declared, key)
}

export const pictureKeys = settingKeys.filter(isPicture)

export function isPicture(key: SettingKey): key is PictureKey {
  return registry[key].field.kind === 'picture'
}

export function isSecret(key: SettingKey): key is SecretKey {
  return registry[key].field.kind === 'secret'
}

/** Makes one entry per setting. The caller states the result's type, because a loop cannot type single entries. */
export function eachSetting<T>(make: (setting: Setting, key: SettingKey) => T): Record<SettingKey, T> {
  return Object.fromEntries(settingKeys.map((key) => [key, make(registry[key], key)])) as Record<SettingKey, T>
}

// `eachSetting` loses the type of each key.
export const schemas = eachSetting((setting) => setting.schema) as { [K in SettingKey]: SchemaOf<K> }
export const defaultSettings = eachSetting((setting) => setting.default) as Settings
