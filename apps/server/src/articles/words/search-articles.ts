import { and, or, type SQL, sql } from 'drizzle-orm'
import type { Language } from '@portico/contract/translations'
import { articleCategories, articleTags } from '../../article-categories/article-categories.table.ts'
import type { Db } from '../../db/client.ts'
import { kept } from '../../kept/kept.ts'
import { articleRatings, articles, articleTexts } from '../articles.table.ts'
import type { Reader } from '../audience.ts'
import { readable } from '../read-articles.ts'
import { exactly, isWhole, type Reading, type Term } from './asked-terms.ts'
import { fitOf, tokensOfName } from './fit.ts'
import { type Alike, wordsLike } from './known-words.ts'
import { asStored } from './words.ts'

export type FoundArticle = {
  id: number
  language: Language
  title: string
  summary: string
  /** Start of the part of the body that all its readers may see. */
  text: string
  /** Sum over the terms, at most `BEST` each. */
  score: number
}
/** `slips`: the words that stand in texts for those that were mistyped. */
export type FoundArticles = { items: FoundArticle[]; hasMore: boolean; slips: string[] }

/** Most articles found per reading; nobody pages beyond. */
export const MOST_FOUND = 200
/** Characters of a body in which an excerpt is looked for. */
const EXCERPTED = 6_000

/** Points of a match by place (title, category or tag, summary, body) and kind. */
export const BEST = 32
const scores = { title: { exact: BEST, part: 24, slip: 20 }, place: 16, summary: { exact: 8, part: 6, slip: 5 }, body: 2, exactBody: 1 }

export type SearchArticles = (
  reader: Reader,
  language: Language,
  reading: Reading,
  page: { offset: number; limit: number },
) => Promise<FoundArticles>

/** How long names of categories and tags are cached, in milliseconds. */
const KEPT_MS = 2_000

/** Searches articles for a reader; best match first, then most helpful first. */
export function createSearchArticles(db: Db, now: () => Date): SearchArticles {
  const named = kept(now, KEPT_MS, () => namedPlaces(db))
  return async (reader, language, reading, { offset, limit }) => {
    const [alike, { value }] = await Promise.all([wordsLike(db, reader, reading), named()])
    const sought = reading.terms.map((term) => soughtOf(term, alike.get(term.word), placesLike(value, term, reading)))
    const { rows } = await db.execute<FoundArticle>(statement(reader, language, reading, sought, { offset, limit: limit + 1 }))
    const slips = [...alike.values()].flatMap((one) => one.slips)
    return { items: rows.slice(0, limit), hasMore: rows.length > limit && offset + limit < MOST_FOUND, slips }
  }
}

type Sought = { exact: string[]; isWhole: boolean; alike: string[][]; parts: string[]; slips: string[]; places: string[] }

function soughtOf(term: Term, alike: Alike | undefined, places: string[]): Sought {
  const { parts = [], slips = [] } = alike ?? {}
  return { exact: exactly(term), isWhole: isWhole(term), alike: term.alike ?? [], parts, slips: slips.flatMap(asStored), places }
}

type NamedPlace = { place: string; above: string | null; names: string[] }

/** Categories and tags with the tokens that their articles have. */
async function namedPlaces(db: Db): Promise<NamedPlace[]> {
  const { rows } = await db.execute<NamedPlace>(sql`
    select '#c' || id as place, '#c' || parent_id as above, array[name_en, name_zh] as names from ${articleCategories}
    union all select '#t' || id, null, array[name_en, name_zh] from ${articleTags}`)
  return rows
}

/** Tokens of the categories and tags whose names match a term; a category counts with those below it. */
function placesLike(rows: NamedPlace[], term: Term, { way }: Reading): string[] {
  const named = new Set(rows.filter(({ names }) => names.some((name) => fitOf(term, tokensOfName(name), way))).map(({ place }) => place))
  if (named.size === 0) return []
  const isInNamed = (place: string | null, depth = 0): boolean =>
    place !== null &&
    depth < rows.length &&
    (named.has(place) || isInNamed(rows.find((row) => row.place === place)?.above ?? null, depth + 1))
  return rows.map(({ place }) => place).filter((place) => isInNamed(place))
}

const { words, heads } = articleTexts

function statement(
  reader: Reader,
  language: Language,
  { way, need }: Reading,
  sought: Sought[],
  { offset, limit }: { offset: number; limit: number },
): SQL {
  const isLoose = way === 'some'
  const all = (conditions: (SQL | undefined)[]): SQL | undefined => (isLoose ? or(...conditions) : and(...conditions))
  const isThere = (one: Sought) => or(stands(one, words, ''), any(words, one.places))
  const points = sql.join(
    sought.map((one) =>
      pointsOf(one, isLoose ? sql`case when ${isThere(one)} then ${number(scores.body + BEST)} else 0 end` : number(scores.body)),
    ),
    sql` + `,
  )
  const enough = isLoose
    ? sql`(${sql.join(
        sought.map((one) => sql`(${isThere(one)})::int`),
        sql` + `,
      )}) >= ${number(need)}`
    : undefined
  const branch = (condition: SQL | undefined, more: number) => sql`(
    select ${articleTexts.articleId} as id, ${articleTexts.language} as language, ${points} + ${number(more)} as score
    from ${articleTexts} join ${articles} on ${articles.id} = ${articleTexts.articleId}
    where ${and(condition, enough, readable(reader, ['article', 'page']))} limit ${number(MOST_FOUND)})`
  const hasOthers = sought.some(({ alike, parts, slips, places }) => alike.some(isSound) || parts.length + slips.length + places.length > 0)
  const branches = [
    branch(all(sought.map((one) => stands(one, words, '='))), 0),
    branch(all(sought.map((one) => stands(asTyped(one), words, ''))), scores.exactBody),
    ...(hasOthers ? [branch(all(sought.map(isThere)), 0)] : []),
  ]
  const helpful = sql`(select count(*) filter (where helpful) - count(*) filter (where not helpful) from ${articleRatings} r where r.article_id = best.id)`
  return sql`
    with found as (${sql.join(branches, sql` union all `)}),
    best as (select distinct on (id) id, language, score from found order by id, score desc, language = ${language} desc),
    listed as (select best.*, ${helpful} as helpful from best order by score desc, helpful desc, id limit ${limit} offset ${offset})
    select listed.id::float8 as id, listed.language, listed.score::int as score, t.title, t.summary, left(t.open_text, ${number(EXCERPTED)}) as text
    from listed join ${articleTexts} t on t.article_id = listed.id and t.language = listed.language
    order by listed.score desc, listed.helpful desc, listed.id`
}

/** Points of a term, by the best place it matches; `otherwise` if it matches none. */
function pointsOf(one: Sought, otherwise: SQL): SQL {
  const { title, place, summary } = scores
  const all: Case[] = [...headCases(one, '=', title), [any(heads, one.places), place], ...headCases(one, '~', summary)]
  const given = all.flatMap(([condition, score]) => (condition ? [sql`when ${condition} then ${number(score)}`] : []))
  return sql`case ${sql.join(given, sql` `)} else ${otherwise} end`
}

type Case = [condition: SQL | undefined, score: number]
function headCases(one: Sought, mark: string, { exact, part, slip }: typeof scores.title): Case[] {
  const marked = (list: string[]): string[] => list.map((word) => mark + word)
  return [
    [stands(asTyped(one), heads, mark), exact],
    [any(heads, marked(one.parts)), part],
    [
      or(
        any(heads, marked(one.slips)),
        ...one.alike.filter(isSound).map((tokens) => sql`${heads} @> ${sql.param(marked(tokens))}::text[]`),
      ),
      slip,
    ],
  ]
}

const isSound = ([first]: string[]): boolean => first?.startsWith('^') ?? false

function asTyped(one: Sought): Sought {
  return { ...one, alike: one.alike.filter((tokens) => !isSound(tokens)), parts: [], slips: [] }
}

/** A term stands among these words, each of which `mark` precedes. */
function stands(
  { exact, isWhole: isAll, alike, parts, slips }: Sought,
  column: typeof words | typeof heads,
  mark: string,
): SQL | undefined {
  const marked = (list: string[]): string[] => list.map((word) => mark + word)
  const all = (list: string[]): SQL => sql`${column} @> ${sql.param(marked(list))}::text[]`
  return or(isAll ? all(exact) : any(column, marked([...exact, ...parts, ...slips])), ...alike.map(all))
}

function any(column: typeof words | typeof heads, list: string[]): SQL | undefined {
  return list.length === 0 ? undefined : sql`${column} && ${sql.param(list)}::text[]`
}

/** A number as SQL text, which needs no parameter type. */
function number(value: number): SQL {
  return sql.raw(String(value))
}
