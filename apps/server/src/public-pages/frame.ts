import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { escapeMarkup } from '../escape-markup.ts'
import type { PageText } from '../http/static/static.ts'
import { settingIn } from '../in-language.ts'
import { siteOrigin } from '../settings/settings.ts'
import { pageText } from './page-texts.ts'
import { alternates, inLanguage } from './search-engines.ts'

export type Site = { name: string; origin: string; zone: string }

const otherNames: Record<Language, string> = { en: 'English', 'zh-CN': '中文' }
const HEADER = { '/price': 'title.price', '/help': 'title.help', '/login': 'nav.log_in' }
const FOOTER = { '/index': 'nav.home', '/service': 'title.service', '/discount': 'title.discount', '/extension': 'title.browser_extension' }
// Until the web app has drawn the page, and where it never does. Its style sheet has the tokens and `wrap`, `deep` and `on-ink`.
const STYLE = `<style>.reading{min-height:100vh;background:var(--sheet);line-height:1.7}
.reading header div{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:68px}.reading nav{display:flex;flex-wrap:wrap;gap:4px 16px}
.reading header a{color:inherit;text-decoration:none}.reading main{padding-block:48px 112px}.reading main>*{max-width:640px}
.reading h1{font-size:28px}.reading h2{margin-top:40px;font-size:20px}.reading :is(h3,h4){margin-top:32px;font-size:16px}
.reading small{color:var(--muted)}.reading li{margin-bottom:6px}.reading img{max-width:100%;height:auto}.reading figure{margin:0 0 16px}
.reading pre{padding:14px 16px;background:var(--sunken);overflow-x:auto}.reading aside{margin-bottom:16px;padding:12px 16px;border:1px solid var(--line-strong);border-radius:8px}
.reading aside p{margin:0}.reading table{display:block;border-collapse:collapse;overflow-x:auto}
.reading :is(th,td){padding:9px 12px;border-bottom:1px solid var(--line);text-align:left}
.reading footer{padding-block:24px}</style>`

export function siteOf(app: App, language: Language): Site {
  const current = app.settings()
  return { name: settingIn(current, 'site.title', language), origin: siteOrigin(current, app.config), zone: current['site.timezone'] }
}

type Written = Pick<PageText, 'title' | 'description' | 'language' | 'body'> & { address: string; head: string[] }
export function page(site: Site, { title, address, head, ...rest }: Written): PageText {
  const addresses = { named: inLanguage(address, rest.language), bare: address }
  return { ...rest, status: 200, title: `${title} - ${site.name}`, head: head.join(''), addresses }
}

type Head = { address: string; language: Language; languages: readonly Language[]; title: string; description: string }
/** Head for search engines and previews: addresses by language, title, description. */
export function headOf(site: Site, { address, language, languages, title, description }: Head): string[] {
  const own = inLanguage(address, language)
  return [
    ...alternates(address, languages).map(([name, href]) => `<link rel="alternate" hreflang="${name}" href="${escapeMarkup(href)}">`),
    property('og:title', title),
    property('og:description', description),
    property('og:url', own),
    property('og:site_name', site.name),
    property('og:locale', language === 'en' ? 'en_US' : 'zh_CN'),
  ]
}

export function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeMarkup(content)}">`
}

type Framed = { path: string; language: Language; languages: readonly Language[]; text: string }
/** `text` is HTML. */
export function framed(site: Site, { path, language, languages, text }: Framed): string {
  const others = languages.filter((other) => other !== language)
  const switches = others.map((other) => `<a lang="${other}" hreflang="${other}" href="${addressIn(path, other)}">${otherNames[other]}</a>`)
  const t = pageText(language)
  const linksTo = (ways: Record<string, string>): string[] => Object.entries(ways).map(([to, name]) => link(to, language, t(name)))
  return `<div class="reading" lang="${language}">${STYLE}<header class="deep on-ink"><div class="wrap"><a href="/">${escapeMarkup(site.name)}</a>
<nav>${[...linksTo(HEADER), ...switches].join(' ')}</nav></div></header><main class="wrap">${text}</main>
<footer class="wrap"><nav>${linksTo(FOOTER).join(' ')}</nav></footer></div>`
}

export function link(path: string, language: Language, text: string): string {
  return `<a href="${addressIn(path, language)}">${escapeMarkup(text)}</a>`
}

export function addressIn(path: string, language: Language): string {
  return escapeMarkup(inLanguage(path, language))
}
