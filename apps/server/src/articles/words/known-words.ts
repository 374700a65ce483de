import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { articleWords } from '../articles.table.ts'
import { namesOfReader, type Reader } from '../audience.ts'
import { mayBePart, type Reading } from './asked-terms.ts'
import { isSlip, mayHaveSlips, withoutSome } from './words.ts'

/** Stored words that match a term: `parts` start with it, `slips` differ by a typing error. */
export type Alike = { parts: string[]; slips: string[] }

/** Stored words read per term: a short start may match very many. */
const MOST = 50

/** Matching words by term, only from texts for this reader: others would displace theirs, which would reveal that they exist. */
export async function wordsLike(db: Db, reader: Reader, { terms, way }: Reading): Promise<Map<string, Alike>> {
  const begun = terms.filter(mayBePart).map(({ word }) => word)
  const typed = way === 'words' ? [] : terms.map(({ word }) => word).filter((word) => mayHaveSlips(word))
  const names = namesOfReader(reader)
  const [parts, slips] = await Promise.all([beginning(db, names, begun), near(db, names, typed)])
  return new Map(terms.map(({ word }) => [word, { parts: parts.get(word) ?? [], slips: slips.get(word) ?? [] }]))
}

async function beginning(db: Db, names: string[], begun: string[]): Promise<Map<string, string[]>> {
  if (begun.length === 0) return new Map()
  const { rows } = await db.execute<{ begun: string; words: string[] }>(sql`
    select begun, array(
      select word from unnest(cast(${sql.param(names)} as text[])) name, lateral (
        select word from ${articleWords} where audience = name and word ~>=~ begun and word ~<~ (begun || chr(1114109)) and word <> begun
        order by word using ~<~ limit ${MOST}) of_name
      group by word order by word using ~<~ limit ${MOST}) as words
    from unnest(cast(${sql.param(begun)} as text[])) begun`)
  return new Map(rows.map((row) => [row.begun, row.words]))
}

async function near(db: Db, names: string[], typed: string[]): Promise<Map<string, string[]>> {
  if (typed.length === 0) return new Map()
  const keys = typed.flatMap(withoutSome)
  const { rows } = await db.execute<{ word: string }>(
    sql`select distinct word from ${articleWords} where near && ${sql.param(keys)}::text[] and audience = any(${sql.param(names)}::text[])
      order by word limit ${MOST * typed.length * 4}`,
  )
  const words = rows.map(({ word }) => word)
  return new Map(typed.map((one) => [one, words.filter((word) => isSlip(word, one)).slice(0, MOST)]))
}
