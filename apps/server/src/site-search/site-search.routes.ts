import * as contract from '@portico/contract/site-search'
import type { App } from '../app.ts'
import { readerOf } from '../articles/reader.ts'
import { createSearchArticles } from '../articles/words/search-articles.ts'
import { type Router, serve } from '../http/router.ts'
import { createListNamed } from './list-named.ts'
import { createNoticeTexts } from './notice-texts.ts'
import { searchSite } from './search-site.ts'
import { createTurns } from './turns.ts'

export function siteSearchRoutes(router: Router, app: App): void {
  const { db } = app.database
  const [turns, noticeTexts, searchArticles] = [createTurns(), createNoticeTexts(), createSearchArticles(db, app.now)]
  const listNamed = createListNamed(app)
  serve(router, app, contract.searchSite, async ({ visitor, origin, body: { lang, ...asked } }) => {
    const who = visitor === null ? origin.network : `account ${visitor.accountId}`
    await app.limits.siteSearches.take(who)
    return turns(who, async () => {
      const { reader } = await readerOf(db, visitor?.accountId ?? null, app, app.now())
      return searchSite({ db, searchArticles, listNamed, noticeTexts, now: app.now() }, reader, lang ?? origin.language, asked)
    })
  })
}
