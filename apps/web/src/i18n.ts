import type { Language } from '@portico/contract/translations'
import { readCookie, writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'
import type { TextFile } from './text-files.gen.ts'

export type Area =
  | 'site'
  | 'footer'
  | 'home'
  | 'prices'
  | 'discount'
  | 'games'
  | 'frame'
  | 'member'
  | 'console'
  | 'service'
  | 'extension'
  | 'editor'
  | 'staff'
  | 'challenge'
  | 'issuers'
  | 'second'
  | 'entry'
  | 'take-back'
  | 'reading'
  | 'grammar'

type KeyOf<T> = T extends unknown ? Exclude<keyof T, 'default'> : never
type Plural<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
/** All message keys. `x_one` and `x_other` are requested as `x`, with the count in `n`. */
export type MessageKey = Plural<KeyOf<TextFile>>
export type Values = Record<string, string | number>
type Messages = Record<string, string>

// One module per language and area holds the texts of all nouns, so each area takes one request.
const files = import.meta.glob<Record<string, Messages>>('./locales/*/*.ts', { import: 'texts' })
const loaded = new Map<string, Messages>()
const areas = new Set<Area>()

/** Language of the first page: the chosen one, else the server's choice, which considers all the browser accepts. */
function firstLanguage(): Language {
  const chosen = new URLSearchParams(location.search).get('lang') ?? readCookie('language') ?? document.documentElement.lang
  return chosen.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

export const language = createStore<Language>(firstLanguage())

/** Loads an area's messages in the active language; call it before drawing a page of that area. */
export async function loadMessages(area: Area): Promise<void> {
  areas.add(area)
  await load(language.get(), area)
  document.documentElement.lang = language.get()
}

/** `stays`: also for later visits. */
export async function switchLanguage(next: Language, stays = true): Promise<void> {
  // A page that opens meanwhile adds an area, so repeat until there are no more.
  for (let known = 0; known < areas.size;) {
    known = areas.size
    await Promise.all([...areas].map((area) => load(next, area)))
  }
  if (stays) writeCookie('language', next)
  document.documentElement.lang = next
  language.set(next)
}

async function load(lang: Language, area: Area): Promise<void> {
  const name = `${lang}/${area}`
  if (loaded.has(name)) return
  const texts = await files[`./locales/${name}.ts`]?.()
  if (texts) loaded.set(name, Object.assign({}, ...Object.values(texts)))
}

/** The message in the active language, with `{name}` filled in. Components use `useT`, which follows language changes. */
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

/** `t` for components: they redraw when the language changes. */
export function useT(): typeof t {
  useStore(language)
  return t
}

/** A key built at run time, such as of a status. Unknown keys are shown unchanged. */
export function messageKey(key: string): MessageKey {
  return key as MessageKey
}
