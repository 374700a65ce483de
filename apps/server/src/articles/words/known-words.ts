import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { articleWords } from '../articles.table.ts'
import { mayBePart, type Reading } from './asked-terms.ts'
import { isSlip, withoutOne } from './words.ts'

/** Words of texts that stand for a term besides itself: those it begins, and those it may be a slip of. */
export type Alike = { parts: string[]; slips: string[] }

/** Words looked at for each term: what was typed so far may begin very many. */
const MOST = 50

/** By term. Whether a text that somebody may not read holds such a word never shows: it only adds to what is looked for. */
export async function wordsLike(db: Db, { terms, way }: Reading): Promise<Map<string, Alike>> {
  const begun = terms.filter(mayBePart).map(({ word }) => word)
  const typed = way === 'words' ? [] : terms.map(({ word }) => word).filter((word) => withoutOne(word).length > 0)
  const [parts, slips] = await Promise.all([beginning(db, begun), near(db, typed)])
  return new Map(terms.map(({ word }) => [word, { parts: parts.get(word) ?? [], slips: slips.get(word) ?? [] }]))
}

async function beginning(db: Db, begun: string[]): Promise<Map<string, string[]>> {
  if (begun.length === 0) return new Map()
  const { rows } = await db.execute<{ begun: string; words: string[] }>(sql`
    select begun, array(select word from ${articleWords} where word ~>=~ begun and word ~<~ (begun || chr(1114109)) and word <> begun
      order by word using ~<~ limit ${MOST}) as words
    from unnest(cast(${sql.param(begun)} as text[])) begun`)
  return new Map(rows.map((row) => [row.begun, row.words]))
}

async function near(db: Db, typed: string[]): Promise<Map<string, string[]>> {
  if (typed.length === 0) return new Map()
  const keys = typed.flatMap(withoutOne)
  const { rows } = await db.execute<{ word: string }>(
    sql`select word from ${articleWords} where near && ${sql.param(keys)}::text[] limit ${MOST * typed.length * 4}`,
  )
  const words = rows.map(({ word }) => word)
  return new Map(typed.map((one) => [one, words.filter((word) => isSlip(word, one)).slice(0, MOST)]))
}
