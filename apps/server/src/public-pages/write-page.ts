import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { PageText } from '../http/static/static.ts'
import { headOf, page, property, type Site } from './frame.ts'

/** Texts of the web app that say what a page is. Without a description it has the site's. */
export type Named = { title: string; description?: string }
/** What search engines and previews show of a page, as plain text. */
export type Said = { title: string; description: string }

/** The head of a public page that exists in every language. The web app draws what is in it. */
export function writePage(site: Site, path: string, language: Language, said: Said): PageText {
  const address = `${site.origin}${path}`
  const head = [...headOf(site, { address, language, languages: LANGUAGES, ...said }), property('og:type', 'website')]
  return page(site, { ...said, language, head, body: '', address })
}
