import { globSync, readFileSync } from 'node:fs'
import type { Language } from '@portico/contract/translations'
import { fillIn } from '../in-language.ts'

/** Folder of the web app's public texts, which the server repeats. */
const SOURCES = new URL('../../../web/src/', import.meta.url)
/** Areas of the texts of pages for everybody. */
const AREAS = ['site', 'home', 'discount', 'service', 'extension', 'reading', 'games']

/** Colon between a label and its value. */
export const COLON: Record<Language, string> = { en: ': ', 'zh-CN': '：' }

/** A sentence by its key, with `{name}` filled in. A key the web app does not have throws. */
export type Text = (key: string, values?: Record<string, string | number>) => string

const known = new Map<Language, Record<string, string>>()

export function pageText(language: Language): Text {
  const texts = known.get(language) ?? readTexts(language)
  known.set(language, texts)
  const rules = new Intl.PluralRules(language)
  return (key, values = {}) => {
    const text = texts[key] ?? texts[`${key}_${rules.select(Number(values['n']))}`] ?? texts[`${key}_other`]
    if (text === undefined) throw new Error(`the web app has no text ${key} in ${language}`)
    return fillIn(text, values)
  }
}

function readTexts(language: Language): Record<string, string> {
  const files = globSync(`*/{${AREAS.join()}}.${language}.json`, { cwd: SOURCES })
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(new URL(file, SOURCES), 'utf8')))) as Record<string, string>
}
