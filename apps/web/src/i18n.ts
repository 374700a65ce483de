import type { Language } from '@portico/contract/translations'
import { readCookie, writeCookie } from './cookies.ts'
import { createStore, useStore } from './store.ts'
import type { TextKey } from './text-files.gen.ts'
import { loadTexts } from './text-modules.ts'

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
  | `pages/${string}`

type Plural<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K
/** All message keys. `x_one` and `x_other` are requested as `x`, with the count in `n`. */
export type MessageKey = Plural<TextKey>
export type Values = Record<string, string | number>
type Messages = Record<string, string>

const loaded = new Map<string, Messages>()
const areas = new Set<Area>()

/** Language of the first page: the chosen one, else the server's choice, which considers all the browser accepts. */
function firstLanguage(): Language {
  // Other names are no language to the server either.
  const asked = new URLSearchParams(location.search).get('lang')
  const named = asked === 'en' || asked === 'zh-CN' ? asked : null
  const chosen = named ?? readCookie('language') ?? document.documentElement.lang
  return chosen.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
}

export const language = createStore<Language>(firstLanguage())

/** Loads an area's messages in the active language; call it before drawing a page of that area. */
export async function loadMessages(area: Area): Promise<void> {
  areas.add(area)
  await load(language.get(), area)
  document.documentElement.lang = language.get()
}

/** Switches the language of the site. `stays`: also for later visits. */
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

/** Loads parts of these areas, and the areas as a whole should a text be missing. */
export async function loadInParts(parts: Area[], of: Area[]): Promise<void> {
  for (const area of of) inParts.add(area)
  await Promise.all(parts.map(loadMessages))
}

async function load(lang: Language, area: Area): Promise<void> {
  const name = `${lang}/${area}`
  if (loaded.has(name)) return
  const texts = await loadTexts(name)
  if (texts) loaded.set(name, Object.assign({}, ...Object.values(texts)))
}

/** Areas of which pages load only what their code names. A key can be made in a way that the build does not see. */
const inParts = new Set<Area>()
const completed = createStore(0)

function loadWhole(): void {
  const missing = [...inParts]
  inParts.clear()
  if (missing.length > 0)
    Promise.all(missing.map(loadMessages)).then(
      () => completed.set(completed.get() + 1),
      () => missing.forEach((area) => inParts.add(area)),
    )
}

/** The message in the active language, with `{name}` filled in. Components use `useT`, which follows language changes. */
export function t(key: MessageKey, values: Values = {}): string {
  const text = find(key) ?? find(`${key}_${new Intl.PluralRules(language.get()).select(Number(values['n']))}`) ?? find(`${key}_other`)
  if (text === undefined) loadWhole()
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

/** `t` for components: they redraw when the language changes, or a text that was missing has come. */
export function useT(): typeof t {
  useStore(language)
  useStore(completed)
  return t
}

/** A key built at run time, such as of a status. Unknown keys are shown unchanged. */
export function messageKey(key: string): MessageKey {
  return key as MessageKey
}
