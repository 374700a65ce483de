import { type Language, LANGUAGES } from '@portico/contract/translations'
import { escapeMarkup } from '../escape-markup.ts'
import type { PageText } from '../http/static/static.ts'
import { framed, headOf, page, property, type Site } from './frame.ts'

/**
 * Content of a page. `title`, `description`: plain text; `text` and `lead` (on ink above): HTML. `text` null: a form that only the web app
 * draws.
 */
export type Said = { title: string; description: string; text: string | null; lead?: string }

/** A public page that is there in every language. */
export function writePage(site: Site, path: string, language: Language, { title, description, text, lead }: Said): PageText {
  const address = `${site.origin}${path}`
  const head = [...headOf(site, { address, language, languages: LANGUAGES, title, description }), property('og:type', 'website')]
  if (text === null) return page(site, { title, description, language, head, body: '', address })
  const intro = `<div class="wrap band"><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(description)}</p></div>`
  const above = lead === undefined ? intro : `<div class="wrap lead">${lead}</div>`
  const body = framed(site, { path, language, languages: LANGUAGES, text, above })
  return page(site, { title, description, language, head, body, address })
}
