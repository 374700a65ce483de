import * as contract from '@portico/contract/articles'
import { fetchTerms } from '@portico/contract/footer'
import type { Language } from '@portico/contract/translations'
import type { App } from '../app.ts'
import { dayKey } from '../calendar.ts'
import { isRobot, whoFetches } from '../feeds/who-fetches.ts'
import { type Router, serve } from '../http/router.ts'
import { visitor } from './audience.ts'
import { countView, rateArticle, ratingOf } from './rate-article.ts'
import { findReadable, findTerms, listReadable, listShelves } from './read-articles.ts'
import { readerOf, type ReaderWithFills } from './reader.ts'
import { renderArticle } from './render-article.ts'
import { renderBody } from './body/render-body.ts'
import { toArticle, toArticleList } from './wire.ts'

export function articleRoutes(router: Router, app: App): void {
  const { db } = app.database
  const readerFor = (accountId: number | null): Promise<ReaderWithFills> => readerOf(db, accountId, app, app.now())

  async function list(who: ReaderWithFills, language: Language, query: contract.ArticleListQuery): Promise<contract.ArticleList> {
    const [page, shelves] = await Promise.all([listReadable(db, who.reader, language, query), listShelves(db, who.reader)])
    return toArticleList(page, shelves, language)
  }

  async function read(who: ReaderWithFills, language: Language, id: number, device: string): Promise<contract.Article> {
    const found = await findReadable(db, who.reader, language, id)
    // A page of the help is drawn with this call, also for search engines and previews.
    if (!isRobot(whoFetches(device))) await countView(db, id, dayKey(app.now(), app.settings()['site.timezone']))
    return toArticle(found, language, renderArticle(found, who))
  }

  serve(router, app, contract.fetchArticles, async ({ caller, origin, query }) =>
    list(await readerFor(caller.accountId), query.lang ?? origin.language, query),
  )
  serve(router, app, contract.fetchArticle, async ({ caller, origin, query: { id, lang } }) => {
    const article = await read(await readerFor(caller.accountId), lang ?? origin.language, id, origin.device)
    return { ...article, helpful: await ratingOf(db, id, caller.accountId) }
  })
  serve(router, app, contract.rateArticle, async ({ caller, body: { id, helpful } }) => {
    const { reader } = await readerFor(caller.accountId)
    await rateArticle(db, { ...reader, accountId: caller.accountId }, id, helpful)
  })
  serve(router, app, contract.listHelp, async ({ origin, query }) => list(await readerFor(null), query.lang ?? origin.language, query))
  serve(router, app, contract.readHelp, async ({ origin: { language, device }, query: { id, lang } }) =>
    read(await readerFor(null), lang ?? language, id, device),
  )
  serve(router, app, fetchTerms, async ({ origin, body: { type } }) => {
    const { title, body } = await findTerms(db, type, origin.language)
    const { fills } = await readerFor(null)
    return { title, body: renderBody(body, visitor, fills(origin.language), origin.language) }
  })
}
