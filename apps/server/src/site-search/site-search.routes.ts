import * as contract from '@portico/contract/site-search'
import type { App } from '../app.ts'
import { readerOf } from '../articles/reader.ts'
import { createShownGames } from '../games/list-games.ts'
import { type Router, serve } from '../http/router.ts'
import { searchSite } from './search-site.ts'

export function siteSearchRoutes(router: Router, app: App): void {
  const { db } = app.database
  const shownGames = createShownGames(db)
  serve(router, app, contract.searchSite, async ({ visitor, origin, body: { lang, ...asked } }) => {
    await app.limits.siteSearches.take(visitor === null ? origin.network : `account ${visitor.accountId}`)
    const { reader } = await readerOf(db, visitor?.accountId ?? null, app, app.now())
    return searchSite(
      { db, takenPlaces: app.takenPlaces, shownGames, settings: app.settings(), now: app.now() },
      reader,
      lang ?? origin.language,
      asked,
    )
  })
}
