import type consoleMessages from './locales/en/console.json'
import type extensionMessages from './locales/en/extension.json'
import type homeMessages from './locales/en/home.json'
import type memberMessages from './locales/en/member.json'
import type serviceMessages from './locales/en/service.json'
import type staffMessages from './locales/en/staff.json'
import type siteMessages from './locales/en/site.json'
import { readCookie, writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'

export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]
export type Area = 'site' | 'home' | 'member' | 'console' | 'service' | 'extension' | 'staff'

type Plural<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
/** Every message there is; `x_one` and `x_other` are both asked for as `x`, with the count in `n`. */
export type MessageKey = Plural<
  | keyof typeof siteMessages
  | keyof typeof homeMessages
  | keyof typeof memberMessages
  | keyof typeof consoleMessages
  | keyof typeof serviceMessages
  | keyof typeof extensionMessages
  | keyof typeof staffMessages
>
export type Values = Record<string, string | number>
type Messages = Record<string, string>

const files = import.meta.glob<Messages>('./locales/*/*.json', { import: 'default' })
const loaded = new Map<string, Messages>()
const areas = new Set<Area>()

function firstLanguage(): Language {
  const chosen = readCookie('language') ?? navigator.language
  return chosen.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

export const language = createStore<Language>('en')

/** Loads an area's messages in the active language; call it before drawing a page of that area. */
export async function loadMessages(area: Area): Promise<void> {
  if (areas.size === 0) language.set(firstLanguage())
  areas.add(area)
  await load(language.get(), area)
  document.documentElement.lang = language.get()
}

export async function switchLanguage(next: Language): Promise<void> {
  await Promise.all([...areas].map((area) => load(next, area)))
  writeCookie('language', next)
  document.documentElement.lang = next
  language.set(next)
}

async function load(lang: Language, area: Area): Promise<void> {
  const name = `${lang}/${area}`
  if (loaded.has(name)) return
  const file = files[`./locales/${name}.json`]
  if (file) loaded.set(name, await file())
}

/** The message in the active language, `{name}` filled in. In a component use `useT`, so that it follows a switch. */
export function t(key: MessageKey, values: Values = {}): string {
  const text = find(key) ?? find(`${key}_${new Intl.PluralRules(language.get()).select(Number(values['n']))}`) ?? find(`${key}_other`)
  return (text ?? key).replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name]))
}

function find(key: string): string | undefined {
  for (const area of areas) {
    const text = loaded.get(`${language.get()}/${area}`)?.[key]
    if (text !== undefined) return text
  }
  return undefined
}

function shown(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString(language.get()) : (value ?? '')
}

/** `t` for a component: it draws again when the language changes. */
export function useT(): typeof t {
  useStore(language)
  return t
}

/** A key that is put together at run time, such as a status; unknown ones are shown as they are. */
export function messageKey(key: string): MessageKey {
  return key as MessageKey
}
