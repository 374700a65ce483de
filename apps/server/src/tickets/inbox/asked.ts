import type { Language } from '@portico/contract/translations'
import { desc, gte } from 'drizzle-orm'
import type { Reader } from '../../articles/audience.ts'
import { readingsOf } from '../../articles/words/asked-terms.ts'
import { searchArticles } from '../../articles/words/search-articles.ts'
import type { Db } from '../../db/client.ts'
import { tickets } from '../tickets.table.ts'
import { frequentPhrases } from './phrases.ts'

const [PHRASES, ARTICLES] = [12, 3]
/** Of the latest tickets: more would change the order little. */
const LOOKED_AT = 5_000

export type Asked = { phrase: string; tickets: number; articles: { id: number; title: string }[] }

/** What the subjects of tickets since then speak of most, with the articles that this reader finds by it. */
export async function mostAsked(db: Db, reader: Reader, language: Language, since: Date): Promise<Asked[]> {
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
  // One after the other: searches are heavy, and nobody waits for this page in a hurry.
  for (const { phrase, texts } of phrases) asked.push({ phrase, tickets: texts, articles: await articlesOn(db, reader, language, phrase) })
  return asked
}

async function articlesOn(db: Db, reader: Reader, language: Language, phrase: string): Promise<Asked['articles']> {
  const [strictest] = readingsOf(phrase)
  if (!strictest) return []
  const { items } = await searchArticles(db, reader, language, strictest, { offset: 0, limit: ARTICLES })
  return items.map(({ id, title }) => ({ id, title }))
}
