import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { Article, ArticleList, ArticleListQuery, ListedArticle } from '@portico/contract/articles'
import { plainText } from '../articles/body/render-body.ts'
import { DomUtils, parseDocument } from 'htmlparser2'
import { dayKey } from '../calendar.ts'
import { escapeMarkup } from '../escape-markup.ts'
import type { PageText } from '../http/static/static.ts'
import { helpTexts } from './help-texts.ts'
import { alternates, inLanguage } from './search-engines.ts'

export type Site = { name: string; origin: string; zone: string }
type Asked = Omit<ArticleListQuery, 'lang'>

const DESCRIPTION = 160
const otherNames: Record<Language, string> = { en: 'English', 'zh-CN': '中文' }
// Until the web app has drawn the page, and where it never does. Its style sheet has the tokens and `wrap`, `deep` and `on-ink`.
const STYLE = `<style>.reading{min-height:100vh;background:var(--sheet);line-height:1.7}
.reading header div{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:68px}.reading nav{display:flex;flex-wrap:wrap;gap:4px 16px}
.reading header a{color:inherit;text-decoration:none}.reading main{padding-block:48px 112px}.reading main>*{max-width:720px}
.reading h1{font-size:28px}.reading h2{margin-top:40px;font-size:20px}.reading :is(h3,h4){margin-top:32px;font-size:16px}
.reading small{color:var(--muted)}.reading li{margin-bottom:6px}.reading img{max-width:100%;height:auto}.reading figure{margin:0 0 16px}
.reading pre{padding:14px 16px;background:var(--sunken);overflow-x:auto}.reading aside{margin-bottom:16px;padding:12px 16px;border:1px solid var(--line-strong);border-radius:8px}
.reading aside p{margin:0}.reading table{display:block;border-collapse:collapse;overflow-x:auto}
.reading :is(th,td){padding:9px 12px;border-bottom:1px solid var(--line);text-align:left}</style>`

/** A public article as a page that needs no scripts. */
export function articlePage(site: Site, article: Article): PageText {
  const { id, title, body, language, languages, category } = article
  const address = `${site.origin}/help/${id}`
  const description = article.summary || plainText(body.replaceAll(/<aside data-kind="locked">.*?<\/aside>/gs, ''), DESCRIPTION)
  const picture = firstPicture(body)
  const image = picture === undefined ? null : `${site.origin}${picture}`
  const head = [
    ...headOf(site, { address, language, languages, title, description }),
    property('og:type', 'article'),
    property('article:published_time', article.published_at),
    property('article:modified_time', article.updated_at),
    ...(image === null ? [] : [property('og:image', image)]),
    structured(site, article, { address: inLanguage(address, language), description, image }),
  ]
  const { help, changed } = helpTexts[language]
  const day = dayKey(new Date(article.updated_at), site.zone)
  const place = [link('/help', language, help), category && link(`/help?category=${category.id}`, language, category.name)]
  const text = `<p>${place.filter(Boolean).join(' › ')}</p>
<article><h1>${escapeMarkup(title)}</h1><p><small>${changed} <time datetime="${article.updated_at}">${day}</time></small></p>
<div class="prose">${inText(body, language)}</div></article>${neighbours(article)}`
  return page(site, { title, description, language, head, body: framed(site, language, `/help/${id}`, languages, text) })
}

/** A page of the list of public articles. */
export function listPage(site: Site, language: Language, asked: Asked, list: ArticleList): PageText {
  const { help, about, none, more } = helpTexts[language]
  const category = list.categories.find(({ id }) => id === asked.category)
  const title = category ? `${category.name} - ${help}` : help
  const path = pathOf(asked)
  const head = headOf(site, { address: `${site.origin}${path}`, language, languages: LANGUAGES, title, description: about })
  head.push(property('og:type', 'website'))
  // The results of a search are no page of their own.
  if (asked.search || asked.tag !== undefined) head.push('<meta name="robots" content="noindex">')
  const text = `<h1>${escapeMarkup(category?.name ?? help)}</h1>${list.items.length === 0 ? `<p>${none}</p>` : listText(list, language)}
${list.next === null ? '' : `<p>${link(pathOf({ ...asked, after: list.next }), language, more)}</p>`}`
  return page(site, { title, description: about, language, head, body: framed(site, language, path, LANGUAGES, text) })
}

export function missingPage(site: Site, language: Language): PageText {
  const { missing, missing_text: more, ...texts } = helpTexts[language]
  const ways = [link('/index', language, texts.home), link('/help', language, texts.help), link('/login', language, texts.login)]
  const text = `<h1>${missing}</h1><p>${more}</p><ul>${ways.map((way) => `<li>${way}</li>`).join('')}</ul>`
  const body = framed(site, language, '/help', LANGUAGES, text)
  return { status: 404, language, title: `${missing} - ${site.name}`, description: missing, head: '', body }
}

function firstPicture(body: string): string | undefined {
  const picture = DomUtils.findOne(({ name, attribs }) => name === 'img' && !!attribs['src']?.startsWith('/files/'), parseDocument(body))
  return picture?.attribs['src']
}

type Written = Pick<PageText, 'title' | 'description' | 'language' | 'body'> & { head: string[] }
function page(site: Site, { title, head, ...rest }: Written): PageText {
  return { ...rest, status: 200, title: `${title} - ${site.name}`, head: head.join('') }
}

type Head = { address: string; language: Language; languages: readonly Language[]; title: string; description: string }
function headOf(site: Site, { address, language, languages, title, description }: Head): string[] {
  const own = inLanguage(address, language)
  return [
    `<link rel="canonical" href="${escapeMarkup(own)}">`,
    ...alternates(address, languages).map(([name, href]) => `<link rel="alternate" hreflang="${name}" href="${escapeMarkup(href)}">`),
    `<link rel="alternate" type="application/atom+xml" title="${helpTexts[language].help}" href="/help/feed.xml?lang=${language}">`,
    property('og:title', title),
    property('og:description', description),
    property('og:url', own),
    property('og:site_name', site.name),
    property('og:locale', language === 'en' ? 'en_US' : 'zh_CN'),
  ]
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeMarkup(content)}">`
}

/** A block of data: browsers do not run it, so the content policy says nothing about it. */
function structured(
  site: Site,
  { title, language, published_at: datePublished, updated_at: dateModified }: Article,
  { address, description, image }: { address: string; description: string; image: string | null },
): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: language,
    datePublished,
    dateModified,
    mainEntityOfPage: address,
    author: { '@type': 'Organization', name: site.name, url: site.origin },
    publisher: { '@type': 'Organization', name: site.name, url: site.origin },
    ...(image === null ? {} : { image }),
  }
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`
}

function framed(site: Site, language: Language, path: string, languages: readonly Language[], text: string): string {
  const others = languages.filter((other) => other !== language)
  const switches = others.map((other) => `<a lang="${other}" hreflang="${other}" href="${addressIn(path, other)}">${otherNames[other]}</a>`)
  const { help, price, login } = helpTexts[language]
  const ways = [link('/help', language, help), link('/price', language, price), link('/login', language, login)]
  return `<div class="reading" lang="${language}">${STYLE}<header class="deep on-ink"><div class="wrap"><a href="/">${escapeMarkup(site.name)}</a>
<nav>${[...ways, ...switches].join(' ')}</nav></div></header><main class="wrap">${text}</main></div>`
}

function listText({ items, categories }: ArticleList, language: Language): string {
  const shelves = [...categories, { id: null, name: '' }].flatMap(({ id, name }) => {
    const held = items.filter((item) => item.category_id === id)
    return held.length === 0 ? [] : [{ name, held }]
  })
  return shelves
    .map(({ name, held }) => `${name && `<h2>${escapeMarkup(name)}</h2>`}<ul>${held.map((item) => itemText(item, language)).join('')}</ul>`)
    .join('')
}

function itemText({ id, title, summary, language: own }: ListedArticle, language: Language): string {
  const lang = own === language ? '' : ` lang="${own}"`
  return `<li${lang}>${link(`/help/${id}`, own, title)}${summary && `<br><small>${escapeMarkup(summary)}</small>`}</li>`
}

function neighbours({ previous, next, language }: Article): string {
  const texts = helpTexts[language]
  const to = (near: Article['next'], word: string): string =>
    near ? `<p>${word}${texts.colon}${link(`/help/${near.id}`, language, near.title)}</p>` : ''
  return to(previous, texts.previous) + to(next, texts.next)
}

function pathOf({ category, tag, search, after }: Partial<Asked>): string {
  const given = Object.entries({ category, tag, search, after }).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return query.size === 0 ? '/help' : `/help?${query}`
}

function link(path: string, language: Language, text: string): string {
  return `<a href="${addressIn(path, language)}">${escapeMarkup(text)}</a>`
}

/** The links of a text open articles in its language. */
function inText(body: string, language: Language): string {
  return body.replaceAll(/(?<=<a href=")\/help\/\d+(?=["#])/g, (path) => addressIn(path, language))
}

function addressIn(path: string, language: Language): string {
  return escapeMarkup(inLanguage(path, language))
}
