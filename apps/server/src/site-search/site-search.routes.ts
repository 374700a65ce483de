import * as contract from '@portico/contract/site-search'
import type { App } from '../app.ts'
import { readerOf } from '../articles/reader.ts'
import { createShownGames } from '../games/list-games.ts'
import { type Router, serve } from '../http/router.ts'
import { createNoticeTexts } from './notice-texts.ts'
import { searchSite } from './search-site.ts'
import { createTurns } from './turns.ts'

export function siteSearchRoutes(router: Router, app: App): void {
  const { db } = app.database
  const [turns, noticeTexts, shownGames] = [createTurns(), createNoticeTexts(), createShownGames(db)]
  serve(router, app, contract.searchSite, async ({ visitor, origin, body: { lang, ...asked } }) => {
    const who = visitor === null ? origin.network : `account ${visitor.accountId}`
    await app.limits.siteSearches.take(who)
    return turns(who, async () => {
      const { reader } = await readerOf(db, visitor?.accountId ?? null, app, app.now())
      const site = { db, takenPlaces: app.takenPlaces, noticeTexts, shownGames, settings: app.settings(), now: app.now() }
      return searchSite(site, reader, lang ?? origin.language, asked)
    })
  })
}
