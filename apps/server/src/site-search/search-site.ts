import type { FoundGroup, FoundItem } from '@portico/contract/site-search'
import type { Language } from '@portico/contract/translations'
import type { Reader } from '../articles/audience.ts'
import { listReadable } from '../articles/read-articles.ts'
import { type Reading, readingsOf } from '../articles/words/asked-terms.ts'
import { excerptOf, marked, sentencesOf } from '../articles/words/excerpt.ts'
import { type FoundArticle, type FoundArticles, type SearchArticles } from '../articles/words/search-articles.ts'
import type { Synonyms } from '../articles/words/synonyms.ts'
import type { Db } from '../db/client.ts'
import { fitting } from './fitting.ts'
import type { ListNamed, NamedKind } from './list-named.ts'
import type { Named } from './named.ts'
import type { NoticeTexts } from './notice-texts.ts'

export type Site = { db: Db; searchArticles: SearchArticles; listNamed: ListNamed; noticeTexts: NoticeTexts; synonyms: Synonyms; now: Date }
type Asked = { q: string; after?: string | undefined; page_size: number }
type Found = { groups: FoundGroup[]; suggestions: FoundItem[] }

/** Most suggested articles. */
const SUGGESTED = 6

/** Searches for a reader, by the strictest reading of the query that finds anything. */
export async function searchSite(site: Site, reader: Reader, language: Language, { q, after, page_size: limit }: Asked): Promise<Found> {
  const readings = readingsOf(q, site.synonyms)
  if (after !== undefined) return furtherArticles(site, reader, language, readings, after, limit)
  const others = readings.length === 0 ? [] : await listOthers(site, reader, language)
  for (const [way, reading] of readings.entries()) {
    const articles = await site.searchArticles(reader, language, reading, { offset: 0, limit })
    const found = [
      { best: articles.items[0]?.score ?? 0, group: articleGroup(articles, reader, reading, `${way}-${limit}`) },
      ...others.map(({ kind, named }) => {
        const items = fitting(named, reading)
        const shown = items.slice(0, limit).map(({ item }) => toItem(item, language, reading))
        return { best: items[0]?.score ?? 0, group: { kind, items: shown, next: null } }
      }),
    ].filter(({ group }) => group.items.length > 0)
    if (found.length > 0) return { groups: found.toSorted((a, b) => b.best - a.best).map(({ group }) => group), suggestions: [] }
  }
  return { groups: [], suggestions: await suggested(site.db, reader, language) }
}

async function listOthers({ db, listNamed, noticeTexts, now }: Site, { accountId }: Reader, language: Language): Promise<NamedKind[]> {
  if (accountId === null) return listNamed('visitor', language)
  const [named, notices] = await Promise.all([listNamed('member', language), noticeTexts(db, accountId, language, now)])
  return [
    ...named,
    { kind: 'notice', named: notices.map(({ id, ...texts }) => ({ ...texts, id: String(id), also: '', path: '/user/msg' })) },
  ]
}

async function furtherArticles(
  { searchArticles }: Site,
  reader: Reader,
  language: Language,
  readings: Reading[],
  after: string,
  limit: number,
): Promise<Found> {
  const [way = 0, offset = 0] = after.split('-').map(Number)
  const reading = readings[way]
  if (!reading) return { groups: [], suggestions: [] }
  const articles = await searchArticles(reader, language, reading, { offset, limit })
  const group = articleGroup(articles, reader, reading, `${way}-${offset + limit}`)
  return { groups: group.items.length === 0 ? [] : [group], suggestions: [] }
}

/** The first articles in reading order. */
async function suggested(db: Db, reader: Reader, language: Language): Promise<FoundItem[]> {
  const { items } = await listReadable(db, reader, language, { page_size: SUGGESTED })
  return items.map(({ article, text }) => {
    const plain = { title: { text: text.title, marks: [] }, excerpt: { text: text.summary, marks: [] } }
    return { id: String(article.id), ...plain, language: text.language, path: pathOf(article.id, reader) }
  })
}

function articleGroup({ items, hasMore, slips }: FoundArticles, reader: Reader, reading: Reading, next: string): FoundGroup {
  return { kind: 'article', items: items.map((one) => toArticleItem(one, reader, reading, slips)), next: hasMore ? next : null }
}

function toArticleItem({ id, language, title, summary, text }: FoundArticle, reader: Reader, reading: Reading, slips: string[]): FoundItem {
  const ofSummary = marked(summary, reading)
  const isSummary = ofSummary.marks.length > 0
  const ofText = isSummary ? ofSummary : excerptOf(sentencesOf(text, reading, slips), reading, slips)
  // Where only the title fits, the summary says more than the first words of the text.
  const excerpt = summary === '' || ofText.marks.length > 0 ? ofText : ofSummary
  return { id: String(id), title: marked(title, reading), excerpt, language, path: pathOf(id, reader) }
}

function toItem({ id, title, text, path }: Named, language: Language, reading: Reading): FoundItem {
  return { id, title: marked(title, reading), excerpt: excerptOf(text, reading, []), language, path }
}

function pathOf(id: number, { accountId }: Reader): string {
  return accountId === null ? `/help/${id}` : `/article/articleRead/${id}`
}
