import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { articleTexts, articleWords } from '../articles.table.ts'
import { openText } from '../body/render-body.ts'
import { tokensOf, withoutOne } from './words.ts'

type Written = { title: string; summary: string; body: string }
type Cut = { openText: string; words: string[]; heads: string[] }

/** Texts that one transaction cuts, and words that one statement notes. */
const [TEXTS, WORDS] = [100, 5_000]

/** What readers find a text by. Words that some of its readers may not see are not among them. */
export function cutWords({ title, summary, body }: Written): Cut {
  const open = openText(body)
  const ofTitle = tokensOf(title)
  const titled = ofTitle.map((word) => `=${word}`)
  const summed = tokensOf(summary)
  const words = [...new Set([...ofTitle, ...summed, ...tokensOf(open), ...titled])]
  return { openText: open, words, heads: [...titled, ...summed.map((word) => `~${word}`)] }
}

/** Adds what is new to the words that questions are compared with. May run twice, and at once with others. */
export async function noteWords(tx: Tx, cuts: Cut[]): Promise<void> {
  // Stems and words of titles are there as words too. In order, so that two transactions do not wait for each other.
  const words = [...new Set(cuts.flatMap((cut) => cut.words.filter((word) => !/^[*=]/.test(word))))].toSorted()
  for (let at = 0; at < words.length; at += WORDS) {
    const rows = words.slice(at, at + WORDS).map((word) => ({ word, near: withoutOne(word) }))
    await tx
      .insert(articleWords)
      .select(
        sql`select word, array(select jsonb_array_elements_text(near)) from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (word text, near jsonb)
          where not exists (select 1 from ${articleWords} known where known.word = given.word) order by word`,
      )
      .onConflictDoNothing()
  }
}

/** Cuts published texts that are not cut yet: those from before search, and all after a change of how they are cut. May run twice. */
export async function cutOldTexts({ transaction }: Database): Promise<void> {
  while ((await transaction(cutSome)) > 0);
}

async function cutSome(tx: Tx): Promise<number> {
  const { articleId, language } = articleTexts
  const rows = await tx
    .select()
    .from(articleTexts)
    .where(isNull(articleTexts.words))
    .orderBy(asc(articleId), asc(language))
    .limit(TEXTS)
    .for('update', { skipLocked: true })
  const cuts = rows.map((row) => ({ row, cut: cutWords(row) }))
  await noteWords(
    tx,
    cuts.map(({ cut }) => cut),
  )
  for (const { row, cut } of cuts) {
    await tx
      .update(articleTexts)
      .set(cut)
      .where(sql`${eq(articleId, row.articleId)} and ${eq(language, row.language)}`)
  }
  return rows.length
}
