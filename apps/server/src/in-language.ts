import { type Settings, type TranslatedKey, translationKey } from '@portico/contract/settings/registry'
import type { Brand } from '@portico/contract/site'
import { type Language, LANGUAGES } from '@portico/contract/translations'

export type Translations = { readonly [L in Language]?: object | undefined }
type Texts<R extends { translations?: Translations | undefined }> = NonNullable<NonNullable<R['translations']>[Language]>

/** The row with its texts in a language; a text missing in it stays in the base language. `language` null: texts stay. */
export function inLanguage<R extends { translations?: Translations | undefined }>(row: R, language: Language | null): R & Texts<R> {
  const texts = language === null ? undefined : row.translations?.[language]
  // Missing texts are not stored, so they overwrite nothing.
  return { ...row, ...filled(texts ?? {}) }
}

/**
 * Translations as a row stores them: without empty texts and empty languages. `undefined` stays, because absent fields stay as they are.
 */
export function storedTranslations<T extends Translations>(given: T): T
export function storedTranslations<T extends Translations>(given: T | undefined): T | undefined
export function storedTranslations<T extends Translations>(given: T | undefined): T | undefined {
  if (given === undefined) return undefined
  const languages = Object.entries(given).map(([language, texts]) => [language, filled(texts ?? {})] as const)
  return Object.fromEntries(languages.filter(([, texts]) => Object.keys(texts).length > 0)) as T
}

/** A row's name by language, under the field name of the rows that copy it. */
export function namesAs<Field extends string>(given: Translations, field: Field): { [L in Language]?: { [F in Field]: string } } {
  const names = Object.entries(given).flatMap(([language, texts]) => {
    const name = texts && 'name' in texts ? texts.name : undefined
    return typeof name === 'string' ? [[language, { [field]: name }]] : []
  })
  return Object.fromEntries(names) as { [L in Language]?: { [F in Field]: string } }
}

/** A setting's text in a language, else in the base language. */
export function settingIn<K extends TranslatedKey>(
  settings: Pick<Settings, K | `${K}_en` | `${K}_zh`>,
  key: K,
  language: Language | null,
): string {
  return (language !== null && settings[translationKey(key, language)]) || settings[key]
}

/** A setting's texts in all languages that have one, each once. */
export function settingTexts<K extends TranslatedKey>(settings: Pick<Settings, K | `${K}_en` | `${K}_zh`>, key: K): string[] {
  return [...new Set([settings[key], ...LANGUAGES.map((language) => settings[translationKey(key, language)])])].filter(Boolean)
}

/** The operator's colour, logo and first words for a reader. */
export function brandIn(settings: Settings, language: Language): Brand {
  return {
    colour: settings['brand.colour'],
    logo: settings['brand.logo'],
    headline: settingIn(settings, 'brand.headline', language),
    intro: settingIn(settings, 'brand.intro', language),
  }
}

/** The site's name in every language, for rules that must recognise each of them. */
export function siteNames(settings: Pick<Settings, 'site.title' | 'site.title_en' | 'site.title_zh'>): string[] {
  return [settings['site.title'], settings['site.title_en'], settings['site.title_zh']]
}

/** A text with each `{name}` filled in. */
export function fillIn(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Says sentences of a pair of text files, by their keys. What is in braces is filled in. */
export function sayIn<Key extends string>(texts: Record<Language, Record<Key, string>>, language: Language) {
  return (key: Key, values: Record<string, string | number> = {}): string => fillIn(texts[language][key], values)
}

function filled(texts: object): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => !isEmpty(text)))
}

function isEmpty(text: unknown): boolean {
  return text === undefined || (typeof text === 'string' ? text.trim() === '' : Array.isArray(text) && text.length === 0)
}
