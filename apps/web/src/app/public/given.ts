import type { SiteConfig } from '@portico/contract/site'

/** What the server writes into a page that it has drawn, so that the browser can take it over. */
export interface Given {
  /** The page's address as its file names it, such as `/help/$articleId`. */
  page: string
  /** The address of the page, where it has others. */
  path: string
  params: Record<string, string>
  /** Parameters of the address that the server has considered, as in the address. */
  search: string
  /** Name of the visitor's system, where the page is drawn for it; else ''. */
  system: string
  site: SiteConfig | undefined
  answers: Record<string, unknown>
}
