import * as z from 'zod/mini'
import { PictureAddress } from '../files.ts'
import { Amount } from '../money.ts'
import type { Permission } from '../permissions.ts'
import type { Language } from '../translations.ts'

/** A text in each language of the console. */
export interface Text {
  en: string
  'zh-CN': string
}

const units = {
  seconds: { en: 's', 'zh-CN': '秒' },
  minutes: { en: 'min', 'zh-CN': '分钟' },
  hours: { en: 'h', 'zh-CN': '小时' },
  days: { en: 'days', 'zh-CN': '天' },
  percent: { en: '%', 'zh-CN': '%' },
  mb: { en: 'MB', 'zh-CN': 'MB' },
  gb: { en: 'GB', 'zh-CN': 'GB' },
  mbps: { en: 'Mbps', 'zh-CN': 'Mbps' },
} as const satisfies Record<string, Text>
export type Unit = keyof typeof units

/** The unit as written after a value: 1 day, 2 days. */
export function unitOf(unit: Unit, value: unknown): Text {
  return unit === 'days' && Number(value) === 1 ? { ...units.days, en: 'day' } : units[unit]
}

/** How the page draws a setting. `own`: the page has a field of its own for it. */
export type Field =
  | { kind: 'switch' }
  | { kind: 'text'; type: 'text' | 'email' | 'url'; lines: number; maxLength: number | null }
  | { kind: 'whole'; unit: Unit | null }
  | { kind: 'amount' }
  | { kind: 'choice'; choices: Record<string, Text> }
  | { kind: 'texts'; most: number }
  | { kind: 'secret' }
  | { kind: 'picture' }
  | { kind: 'own' }

export type SettingPermission = Extract<
  Permission,
  'content.write' | 'settings.write' | 'settings.money' | 'settings.security' | 'nodes.write'
>

interface About {
  label: Text
  /** Explains more than the label: effect, limits, meaning of an empty value. */
  help?: Text
  /** The permission needed to change it, if not its group's. */
  permission?: SettingPermission
  /** Set if this setting is another one's text in a language. */
  translates?: { key: string; language: Language }
  /** The settings that say where the secret is sent. Changing one of them removes the secret, so that nobody can redirect it. */
  boundTo?: readonly string[]
}
interface Declared extends About {
  schema: z.ZodMiniType
  default: unknown
  field: Field
}
/** Everything about one setting. */
export interface Setting extends Declared {
  permission: SettingPermission
}
type Given<T, More = unknown> = About & { default: T } & More

export function onOff(given: Given<boolean>) {
  return { ...given, schema: z.boolean(), field: { kind: 'switch' } as const }
}

interface TextRules {
  maxLength: number
  minLength?: number
  /** Height of the field in lines; more than one allows line breaks. */
  lines?: number
}
export function text({ maxLength, minLength = 0, lines = 1, ...given }: Given<string, TextRules>) {
  const schema = z.string().check(z.trim(), z.minLength(minLength), z.maxLength(maxLength))
  return { ...given, schema, field: { kind: 'text', type: 'text', lines, maxLength } as const }
}

/**
 * Settings for a text and its translations: `key`, and one per language, '' where `key` itself is used. The page draws them as one field.
 */
export function translated<K extends string>(key: K, given: Parameters<typeof text>[0]) {
  const { label, help: _, ...rest } = given
  const inLanguage = (language: Language, name: Text) => ({
    ...text({ ...rest, default: '', minLength: 0, label: name }),
    translates: { key, language },
  })
  const settings = {
    [key]: text(given),
    [`${key}_en`]: inLanguage('en', { en: `${label.en}, English`, 'zh-CN': `${label['zh-CN']}（英文）` }),
    [`${key}_zh`]: inLanguage('zh-CN', { en: `${label.en}, Chinese`, 'zh-CN': `${label['zh-CN']}（中文）` }),
  }
  // Computed keys are typed as plain strings.
  return settings as Record<K | `${K}_en` | `${K}_zh`, ReturnType<typeof text> & Pick<About, 'translates'>>
}

/** Setting: an e-mail address, or ''. */
export function email(given: Given<string>) {
  const schema = z.union([z.literal(''), z.email()])
  return { ...given, schema, field: { kind: 'text', type: 'email', lines: 1, maxLength: null } as const }
}

/** Setting: an origin such as https://example.com without trailing slash, or ''. */
export function origin(given: Given<string>) {
  const Origin = z.string().check(
    z.regex(/^https?:\/\/[^\s/?#@]+$/),
    z.refine((address) => URL.canParse(address)),
  )
  return { ...given, schema: z.union([z.literal(''), Origin]), field: { kind: 'text', type: 'url', lines: 1, maxLength: null } as const }
}

/**
 * Setting: an origin that is not link-local, because clouds hand out a server's credentials there. Its rule is in `rule-texts.ts`, which
 * imports this file.
 */
export function elsewhere(given: Parameters<typeof origin>[0]) {
  const setting = origin(given)
  return { ...setting, schema: setting.schema.check(z.refine((address) => !isLinkLocal(address), 'setting.link_local')) }
}

/** Whether the host is in 169.254.0.0/16, however it is written, or in fe80::/10. */
function isLinkLocal(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return /^169\.254\.|^\[::ffff:a9fe:|^\[fe[89ab][0-9a-f]:/.test(host)
}

/** Setting: an address on another site, or ''. Its rule is in `rule-texts.ts`, which imports this file. */
export function link(given: Given<string>) {
  const schema = z.string().check(
    z.trim(),
    z.maxLength(300),
    z.refine((text) => text === '' || (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)), 'setting.bad_link'),
  )
  return { ...given, schema, field: { kind: 'text', type: 'url', lines: 1, maxLength: 300 } as const }
}

export function whole({ min, max, unit = null, ...given }: Given<number, { min: number; max: number; unit?: Unit | null }>) {
  return { ...given, schema: z.int().check(z.gte(min), z.lte(max)), field: { kind: 'whole', unit } as const }
}

/** Setting: an amount in minor units of the site's currency. */
export function amount({ min, ...given }: Given<number, { min: number }>) {
  return { ...given, schema: Amount.check(z.gte(min)), field: { kind: 'amount' } as const }
}

export function choice<C extends string>({ choices, ...given }: Given<NoInfer<C>, { choices: Record<C, Text> }>) {
  // The record's keys: `Object.keys` types them as plain strings.
  const values = Object.keys(choices) as [C, ...C[]]
  return { ...given, schema: z.enum(values), field: { kind: 'choice', choices: choices as Record<string, Text> } as const }
}

/** Setting: up to `most` short texts. */
export function texts({ most, maxLength, ...given }: Given<string[], { most: number; maxLength: number }>) {
  const schema = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))).check(z.maxLength(most))
  return { ...given, schema, field: { kind: 'texts', most } as const }
}

/** Setting: a secret, stored encrypted. Answers only say whether it is set; '' is not set. */
export function secret({ maxLength, help, ...given }: About & { maxLength: number }) {
  const schema = z.string().check(z.trim(), z.maxLength(maxLength))
  const helps = [...(help ? [help] : []), ...(given.boundTo ? [removedByMove] : [])]
  const text = { en: helps.map(({ en }) => en).join(' '), 'zh-CN': helps.map((each) => each['zh-CN']).join('') }
  return { ...given, ...(helps.length > 0 && { help: text }), default: '', schema, field: { kind: 'secret' } as const }
}

const removedByMove: Text = {
  en: 'If the server changes, this is removed unless it is entered again in the same save.',
  'zh-CN': '更换服务器后会被清除，除非在同一次保存中重新填写。',
}

/** Setting: path of an uploaded picture, or ''. The picture cannot be deleted while a setting uses it. */
export function picture(given: Given<string>) {
  return { ...given, schema: PictureAddress, field: { kind: 'picture' } as const }
}

/** Setting with a special field on the page. */
export function own<T extends z.ZodMiniType>(given: Given<z.output<T>, { schema: T }>) {
  return { ...given, field: { kind: 'own' } as const }
}

/** A group of settings under one heading. */
export interface SettingGroup {
  title: Text
  settings: Record<string, Setting>
}

/** `permission`: the strictest that one of the settings needs; those that more staff may change name their own. */
export function group<S extends Record<string, Declared>>(title: Text, permission: SettingPermission, settings: S) {
  const declared = Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, { permission, ...setting }]))
  // `Object.entries` types the keys as plain strings.
  return { title, settings: declared as { [K in keyof S]: S[K] & { permission: SettingPermission } } }
}
