import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../db/client.ts'
import { articles, articleTexts, articleWords } from '../articles.table.ts'
import { namesOfAudience } from '../audience.ts'
import { openText } from '../body/render-body.ts'
import { tokensOf, withoutSome } from './words.ts'

type Written = { title: string; summary: string; body: string }
/** Words of a text with the names of its audience, from `namesOfAudience`. */
type Noted = { names: string[]; words: string[] }
type Cut = { openText: string; words: string[]; heads: string[] }

/** Texts cut in one transaction, and words stored by one statement. */
const [TEXTS, WORDS] = [100, 5_000]

/** Search tokens of a text, only from parts that every reader of it may see. */
export function cutWords({ title, summary, body }: Written): Cut {
  const open = openText(body)
  const ofTitle = tokensOf(title)
  const titled = ofTitle.map((word) => `=${word}`)
  const summed = tokensOf(summary)
  const words = [...new Set([...ofTitle, ...summed, ...tokensOf(open), ...titled])]
  return { openText: open, words, heads: [...titled, ...summed.map((word) => `~${word}`)] }
}

/** Stores new words for completing and correcting queries. May run twice, and several times at once. */
export async function noteWords(tx: Tx, given: Noted[]): Promise<void> {
  const named = given.flatMap(({ names, words }) => names.map((name) => ({ name, words })))
  // In a fixed order, so that two transactions do not deadlock.
  for (const [name, those] of [...Map.groupBy(named, (one) => one.name)].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    // Stems, sounds and words of titles are there as words too.
    const words = new Set(those.flatMap((one) => one.words.filter((word) => !/^[*=^]/.test(word))))
    await noteFor(tx, name, [...words].toSorted())
  }
}

async function noteFor(tx: Tx, audience: string, words: string[]): Promise<void> {
  for (let at = 0; at < words.length; at += WORDS) {
    const rows = words.slice(at, at + WORDS).map((word) => ({ word, near: withoutSome(word) }))
    await tx
      .insert(articleWords)
      .select(
        sql`select ${audience}::text, word, array(select jsonb_array_elements_text(near)) from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (word text, near jsonb)
          where not exists (select 1 from ${articleWords} known where known.audience = ${audience} and known.word = given.word) order by word`,
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
    .select({ row: articleTexts, audience: articles.audience, audienceIds: articles.audienceIds })
    .from(articleTexts)
    .innerJoin(articles, eq(articles.id, articleId))
    .where(isNull(articleTexts.words))
    .orderBy(asc(articleId), asc(language))
    .limit(TEXTS)
    .for('update', { of: articleTexts, skipLocked: true })
  const cuts = rows.map(({ row, audience, audienceIds }) => ({ row, cut: cutWords(row), names: namesOfAudience(audience, audienceIds) }))
  await noteWords(
    tx,
    cuts.map(({ cut: { words }, names }) => ({ names, words })),
  )
  for (const { row, cut } of cuts) {
    await tx
      .update(articleTexts)
      .set(cut)
      .where(sql`${eq(articleId, row.articleId)} and ${eq(language, row.language)}`)
  }
  return rows.length
}
