import { type Language, LANGUAGES } from '@portico/contract/translations'
import { escapeMarkup } from '../escape-markup.ts'

/** A sitemap holds 50,000 addresses; an article has up to two. */
export const MOST_ARTICLES = 24_000
/** Pages for everybody, besides `/help`. */
const PAGES = ['/index', '/price', '/discount', '/service', '/extension']
// Without the public calls, search engines that run scripts would see an empty page.
const RULES = `User-agent: *
Allow: /api/v1/api/
Allow: /api/User_Store/
Disallow: /api/
Disallow: /user/
Disallow: /admin/
Disallow: /article/
Disallow: /order/
Disallow: /dashboard
Disallow: /redirect/
Disallow: /s/
`

export function robots(origin: string, isClosed: boolean): string {
  return isClosed ? 'User-agent: *\nDisallow: /\n' : `${RULES}\nSitemap: ${origin}/sitemap.xml\n`
}

/** An address in one language; without one, it follows the visitor. */
export function inLanguage(address: string, language: Language | null): string {
  return language === null ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${language}`
}

/** Addresses of a page in other languages, with the name of each. */
export function alternates(address: string, languages: readonly Language[]): [string, string][] {
  return [...languages.map((language): [string, string] => [language, inLanguage(address, language)]), ['x-default', address]]
}

type PublicArticle = { id: number; languages: Language[]; changedAt: Date }

/** The sitemap: pages for everybody and articles. `more`: paths of further pages. */
export function sitemap(origin: string, articles: PublicArticle[], more: string[]): string {
  const pages = [...PAGES, ...more].map((path) => entry(`${origin}${path}`, LANGUAGES, null))
  const texts = articles.map(({ id, languages, changedAt }) => entry(`${origin}/help/${id}`, languages, changedAt))
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${[...pages, ...texts].join('\n')}
</urlset>
`
}

function entry(address: string, languages: readonly Language[], changedAt: Date | null): string {
  const others = alternates(address, languages)
    .map(([name, href]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${escapeMarkup(href)}"/>`)
    .join('')
  const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
  return languages.map((language) => `<url><loc>${escapeMarkup(inLanguage(address, language))}</loc>${changed}${others}</url>`).join('\n')
}
