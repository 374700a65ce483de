import { listHelp } from '@portico/contract/articles'
import type { Language } from '@portico/contract/translations'
import type { Context } from 'hono'
import { addedPages } from '../additions.ts'
import type { App } from '../app.ts'
import { visitor } from '../articles/audience.ts'
import { findReadable, hasHelp, listNewest, listPublic, listReadable, listShelves } from '../articles/read-articles.ts'
import { readerOf } from '../articles/reader.ts'
import { renderArticle } from '../articles/render-article.ts'
import { toArticle, toArticleList } from '../articles/wire.ts'
import { AppError } from '../errors.ts'
import { languageIn, languageOf } from '../http/language.ts'
import { descriptions, type PageText, type WritePage } from '../http/static/static.ts'
import type { Env, Router } from '../http/router.ts'
import { siteOrigin } from '../settings/settings.ts'
import { siteOf } from '../public-pages/frame.ts'
import { MOST_ARTICLES, robots, sitemap } from '../public-pages/search-engines.ts'
import { webManifest } from '../public-pages/web-manifest.ts'
import { articlePage, listPage, missingPage } from './help-pages.ts'
import { newsFeed } from './news-feed.ts'

/** Articles in a feed. */
const NEWEST = 30
const ARTICLE = /^\/help\/(\d{1,15})\/?$/

/** Feed, sitemap and robots.txt. A closed site has no content here. */
export function helpRoutes(router: Router, app: App): void {
  const { db } = app.database
  const send = (c: Context<Env>, type: string, text: string): Response => {
    return c.body(text, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' })
  }
  const isClosed = (): boolean => app.settings()['site.closed']

  router.get('/robots.txt', (c) => send(c, 'text/plain', robots(siteOrigin(app.settings(), app.config), isClosed())))
  router.get('/manifest.webmanifest', (c) => {
    const language = languageIn(c.req.query('lang')) ?? languageOf(undefined, c.req.header('accept-language'))
    return send(c, 'application/manifest+json', JSON.stringify(webManifest(app, language, descriptions[language])))
  })
  router.get('/sitemap.xml', async (c) => {
    if (isClosed()) return c.text('The site is closed.', 503)
    const [articles, hasList] = await Promise.all([listPublic(db, MOST_ARTICLES), hasHelp(db)])
    const more = [...addedPages.all.map(({ path }) => path), ...(hasList ? ['/help'] : [])]
    return send(c, 'application/xml', sitemap(siteOrigin(app.settings(), app.config), articles, more))
  })
  router.get('/help/feed.xml', async (c) => {
    if (isClosed()) return c.text('The site is closed.', 503)
    const language = languageIn(c.req.query('lang')) ?? languageOf(c.req.header('cookie'), c.req.header('accept-language'))
    return send(c, 'application/atom+xml', newsFeed(siteOf(app, language), language, await listNewest(db, language, NEWEST)))
  })
}

/** The text of `/help` and `/help/{id}` as a visitor may read it, where the web app does not draw it. */
export function helpPages(app: App): WritePage {
  const { db } = app.database

  async function article(id: number, language: Language): Promise<PageText> {
    const [found, who] = await Promise.all([findReadable(db, visitor, language, id), readerOf(db, null, app, app.now())])
    // What the server writes speaks the language of the text; the web app goes on in the visitor's.
    const own = found.text.language
    const page = articlePage(siteOf(app, own), toArticle(found, own, renderArticle(found, who)))
    return { ...page, language }
  }

  async function list(query: Record<string, string>, language: Language): Promise<PageText> {
    const given = listHelp.query?.safeParse(query)
    const asked = given?.success ? given.data : { page_size: 50 }
    const [page, shelves] = await Promise.all([listReadable(db, visitor, language, asked), listShelves(db, visitor)])
    return listPage(siteOf(app, language), language, asked, toArticleList(page, shelves, language))
  }

  return async (path, query, language) => {
    if (app.settings()['site.closed']) return null
    if (/^\/help\/?$/.test(path)) return list(query, language)
    if (!path.startsWith('/help/')) return null
    const id = ARTICLE.exec(path)?.[1]
    try {
      return id === undefined ? missingPage(siteOf(app, language), language) : await article(Number(id), language)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return missingPage(siteOf(app, language), language)
      throw error
    }
  }
}
