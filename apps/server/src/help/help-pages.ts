import { type Language, LANGUAGES } from '@portico/contract/translations'
import type { Article, ArticleList, ArticleListQuery, ListedArticle } from '@portico/contract/articles'
import { plainText } from '../articles/body/render-body.ts'
import { DomUtils, parseDocument } from 'htmlparser2'
import { dayKey } from '../calendar.ts'
import { escapeMarkup } from '../escape-markup.ts'
import type { PageText } from '../http/static/static.ts'
import { addressIn, framed, headOf, link, page, property, type Site } from '../public-pages/frame.ts'
import { COLON, pageText } from '../public-pages/page-texts.ts'
import { inLanguage } from '../public-pages/search-engines.ts'
import { helpTexts } from './help-texts.ts'

type Asked = Omit<ArticleListQuery, 'lang'>

const DESCRIPTION = 160
/** A public article as a page that needs no scripts. */
export function articlePage(site: Site, article: Article): PageText {
  const { id, title, body, language, languages, category } = article
  const address = `${site.origin}/help/${id}`
  const description = article.summary || plainText(body.replaceAll(/<aside data-kind="locked">.*?<\/aside>/gs, ''), DESCRIPTION)
  const picture = firstPicture(body)
  const image = picture === undefined ? null : `${site.origin}${picture}`
  const head = [
    ...headOf(site, { address, language, languages, title, description }),
    feed(language),
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
  const shown = framed(site, { path: `/help/${id}`, language, languages, text })
  return page(site, { title, description, language, address, head, body: shown })
}

/** A page of the list of public articles. */
export function listPage(site: Site, language: Language, asked: Asked, list: ArticleList): PageText {
  const { help, about, none, more } = helpTexts[language]
  const category = list.categories.find(({ id }) => id === asked.category)
  const title = category ? `${category.name} - ${help}` : help
  const path = pathOf(asked)
  const address = `${site.origin}${path}`
  const head = headOf(site, { address, language, languages: LANGUAGES, title, description: about })
  head.push(feed(language), property('og:type', 'website'))
  if (list.next !== null) head.push(`<link rel="next" href="${addressIn(pathOf({ ...asked, after: list.next }), language)}">`)
  // The results of a search are no page of their own.
  if (asked.search || asked.tag !== undefined) head.push('<meta name="robots" content="noindex">')
  const text = `<h1>${escapeMarkup(category?.name ?? help)}</h1>${list.items.length === 0 ? `<p>${none}</p>` : listText(list, language)}
${list.next === null ? '' : `<p>${link(pathOf({ ...asked, after: list.next }), language, more)}</p>`}`
  const body = framed(site, { path, language, languages: LANGUAGES, text })
  return page(site, { title, description: about, language, address, head, body })
}

export function missingPage(site: Site, language: Language): PageText {
  const { missing, missing_text: more, help } = helpTexts[language]
  const t = pageText(language)
  const ways = [link('/index', language, t('nav.home')), link('/help', language, help), link('/login', language, t('nav.log_in'))]
  const text = `<h1>${missing}</h1><p>${more}</p><ul>${ways.map((way) => `<li>${way}</li>`).join('')}</ul>`
  const body = framed(site, { path: '/help', language, languages: LANGUAGES, text })
  return { status: 404, language, title: `${missing} - ${site.name}`, description: missing, head: '', body, addresses: null }
}

function feed(language: Language): string {
  return `<link rel="alternate" type="application/atom+xml" title="${helpTexts[language].help}" href="/help/feed.xml?lang=${language}">`
}

function firstPicture(body: string): string | undefined {
  const picture = DomUtils.findOne(({ name, attribs }) => name === 'img' && !!attribs['src']?.startsWith('/files/'), parseDocument(body))
  return picture?.attribs['src']
}

/** JSON-LD data of an article. Browsers do not run it, so the content policy does not mention it. */
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
    near ? `<p>${word}${COLON[language]}${link(`/help/${near.id}`, language, near.title)}</p>` : ''
  return to(previous, texts.previous) + to(next, texts.next)
}

function pathOf({ category, tag, search, after }: Partial<Asked>): string {
  const given = Object.entries({ category, tag, search, after }).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return query.size === 0 ? '/help' : `/help?${query}`
}

/** The links of a text open articles in its language. */
function inText(body: string, language: Language): string {
  return body.replaceAll(/(?<=<a href=")\/help\/\d+(?=["#])/g, (path) => addressIn(path, language))
}
