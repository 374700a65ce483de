import { adminAddSynonym, adminListSearchMisses } from '@portico/contract/search-misses-admin'
import * as contract from '@portico/contract/site-search'
import type { App } from '../app.ts'
import { readerOf } from '../articles/reader.ts'
import { createSearchArticles } from '../articles/words/search-articles.ts'
import { readSynonyms } from '../articles/words/synonyms.ts'
import { type Router, serve } from '../http/router.ts'
import { createListNamed } from './list-named.ts'
import { createNoticeTexts } from './notice-texts.ts'
import { addSynonym, listMisses, noteMiss } from './search-misses.ts'
import { searchSite } from './search-site.ts'
import { createSearchQueue } from './search-queue.ts'

export function siteSearchRoutes(router: Router, app: App): void {
  const { db } = app.database
  const [queued, noticeTexts, searchArticles] = [createSearchQueue(), createNoticeTexts(), createSearchArticles(db, app.now)]
  const listNamed = createListNamed(app)
  let synonyms = { of: '', read: readSynonyms('') }
  const currentSynonyms = () => {
    const lines = app.settings()['search.synonyms']
    if (synonyms.of !== lines) synonyms = { of: lines, read: readSynonyms(lines) }
    return synonyms.read
  }
  serve(router, app, contract.searchSite, async ({ visitor, origin, body: { lang, ...asked } }) => {
    const who = visitor === null ? origin.network : `account ${visitor.accountId}`
    await app.limits.siteSearches.take(who)
    return queued(who, async () => {
      const { reader } = await readerOf(db, visitor?.accountId ?? null, app, app.now())
      const site = { db, searchArticles, listNamed, noticeTexts, synonyms: currentSynonyms(), now: app.now() }
      const found = await searchSite(site, reader, lang ?? origin.language, asked)
      if (found.groups.length === 0 && asked.after === undefined) await noteMiss(db, asked.q, who, app.now())
      return found
    })
  })

  serve(router, app, adminListSearchMisses, async () => ({ items: await listMisses(db, app.now()) }))

  serve(router, app, adminAddSynonym, async ({ caller, body: { question, same_as: sameAs } }) => {
    await addSynonym(app.database, caller, { question, sameAs }, app.now())
    await app.reloadSettings()
  })
}
