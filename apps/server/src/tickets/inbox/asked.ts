import type { Language } from '@portico/contract/translations'
import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import { articleTexts } from '../../articles/articles.table.ts'
import type { Reader } from '../../articles/audience.ts'
import { readingsOf } from '../../articles/words/asked-terms.ts'
import type { SearchArticles } from '../../articles/words/search-articles.ts'
import type { Db } from '../../db/client.ts'
import { tickets } from '../tickets.table.ts'
import { frequentPhrases } from './phrases.ts'

const [PHRASES, ARTICLES] = [12, 3]
/** Tickets read, latest first: more would hardly change the order. */
const LOOKED_AT = 5_000

export type Asked = { phrase: string; tickets: number; articles: { id: number; title: string }[] }

/** Most frequent phrases in subjects of tickets since a time, with articles that a search for them finds. */
export async function mostAsked(db: Db, search: SearchArticles, reader: Reader, language: Language, since: Date): Promise<Asked[]> {
  const rows = await db
    .select({ subject: tickets.subject })
    .from(tickets)
    .where(gte(tickets.createdAt, since))
    .orderBy(desc(tickets.createdAt))
    .limit(LOOKED_AT)
  const phrases = frequentPhrases(
    rows.map(({ subject }) => subject),
    PHRASES,
  )
  const asked: Asked[] = []
  // In sequence: searches are heavy, and this page can wait.
  for (const { phrase, texts } of phrases)
    asked.push({ phrase, tickets: texts, articles: await articlesOn(search, reader, language, phrase) })
  return titled(db, language, asked)
}

/** Phrases with articles titled in the reader's language; phrases are in the member's, which finds them. */
async function titled(db: Db, language: Language, asked: Asked[]): Promise<Asked[]> {
  const ids = asked.flatMap(({ articles }) => articles.map(({ id }) => id))
  const rows = await db
    .select({ id: articleTexts.articleId, title: articleTexts.title })
    .from(articleTexts)
    .where(and(inArray(articleTexts.articleId, ids), eq(articleTexts.language, language)))
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  return asked.map((one) => ({ ...one, articles: one.articles.map(({ id, title }) => ({ id, title: titles.get(id) ?? title })) }))
}

async function articlesOn(search: SearchArticles, reader: Reader, language: Language, phrase: string): Promise<Asked['articles']> {
  const [strictest] = readingsOf(phrase)
  if (!strictest) return []
  const { items } = await search(reader, language, strictest, { offset: 0, limit: ARTICLES })
  return items.map(({ id, title }) => ({ id, title }))
}
