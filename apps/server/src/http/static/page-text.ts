import type { Language } from '../language.ts'

/** What the server writes into the page of an address, so that it can be read without scripts. */
export type PageText = {
  status: 200 | 404
  language: Language
  /** Plain text. */
  title: string
  description: string
  /** HTML at the end of the head. */
  head: string
  /** HTML inside `#root`, until the web app draws the page. */
  body: string
}

/** Writes the page of an address; null: the web app alone draws it. */
export type WritePage = (path: string, query: Record<string, string>, language: Language) => Promise<PageText | null>
