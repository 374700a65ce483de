import { and, asc, desc, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Language } from '@portico/contract/translations'
import type { ArticleListQuery } from '@portico/contract/articles'
import type { ArticleKind } from '@portico/contract/articles-admin'
import { articleCategories, articleTags, type CategoryRow, type TagRow } from '../article-categories/article-categories.table.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { foundRow } from '../errors.ts'
import { type ArticleRow, articles, articleTagLinks, articleTexts, articleVersions } from './articles.table.ts'
import { type Reader, readableSql, visitor } from './audience.ts'
import { behind, toCursor } from './reading-place.ts'
import { isTagged, tagIds } from './tagged.ts'

type ListedText = { language: Language; title: string; summary: string }
/** `changedAt`: when the text that readers see was last changed. */
export type ReadableArticle = { article: ArticleRow; text: ListedText; tagIds: number[]; changedAt: Date }
type Neighbour = { id: number; title: string } | null

/** A page of the articles a reader may read, in reading order. `next`: cursor of the next page; null: there is none. */
export async function listReadable(
  db: Db,
  reader: Reader,
  language: Language,
  query: Omit<ArticleListQuery, 'lang'>,
): Promise<{ items: ReadableArticle[]; next: string | null }> {
  const { category, tag, search, after, page_size: size } = query
  const wanted = [
    readable(reader, ['article']),
    category === undefined ? undefined : inArray(articles.shelf, await shelvesOf(db, category)),
    tag === undefined ? undefined : isTagged(db, tag),
    search ? matches(db, search) : undefined,
    after === undefined ? undefined : behind(after),
  ]
  const rows = await db
    .select({ article: articles, text: textIn(language), tagIds, changedAt })
    .from(articles)
    .where(and(...wanted))
    .orderBy(articles.shelf, articles.sort, articles.id)
    .limit(size + 1)
  const items = rows.slice(0, size)
  const last = rows.length > size ? items.at(-1) : undefined
  return { items, next: last ? toCursor(last.article) : null }
}

/** The categories and tags by which somebody can look for articles: none that would show an empty list. */
export async function listShelves(db: Db, reader: Reader): Promise<{ categories: CategoryRow[]; tags: TagRow[] }> {
  const one = sql`1`
  const inCategory = db
    .select({ one })
    .from(articles)
    .where(and(eq(articles.categoryId, articleCategories.id), readable(reader, ['article'])))
  const withTag = db
    .select({ one })
    .from(articleTagLinks)
    .innerJoin(articles, eq(articles.id, articleTagLinks.articleId))
    .where(and(eq(articleTagLinks.tagId, articleTags.id), readable(reader, ['article'])))
  const [all, used, tags] = await Promise.all([
    db.select().from(articleCategories).orderBy(articleCategories.position),
    db.select({ id: articleCategories.id }).from(articleCategories).where(exists(inCategory)),
    db.select().from(articleTags).where(exists(withTag)).orderBy(articleTags.id),
  ])
  const shown = new Set(used.map(({ id }) => id))
  // Parents stand before their children, so one pass from the end finds all ancestors.
  for (const { id, parentId } of all.toReversed()) if (shown.has(id) && parentId !== null) shown.add(parentId)
  return { categories: all.filter(({ id }) => shown.has(id)), tags }
}

/** An article with its text. Throws `not_found`, also if the reader may not read it. */
export async function findReadable(db: Db, reader: Reader, language: Language, id: number) {
  const found = foundRow(
    await db
      .select({
        article: articles,
        category: articleCategories,
        text: textIn(language),
        body: bodyIn(language),
        languages,
        tagIds,
        changedAt,
      })
      .from(articles)
      .leftJoin(articleCategories, eq(articleCategories.id, articles.categoryId))
      .where(readableOne(reader, id)),
  )
  const tags =
    found.tagIds.length === 0
      ? []
      : await db.select().from(articleTags).where(inArray(articleTags.id, found.tagIds)).orderBy(articleTags.id)
  const [previous, next] =
    found.article.kind === 'article'
      ? await Promise.all([neighbour(db, reader, language, id, 'before'), neighbour(db, reader, language, id, 'after')])
      : [null, null]
  return { ...found, tags, previous, next }
}

/** Throws `not_found` unless the reader may read the article. */
export async function requireReadable(db: Db, reader: Reader, id: number): Promise<void> {
  foundRow(await db.select({ id: articles.id }).from(articles).where(readableOne(reader, id)))
}

/** Published terms of this type. Throws `not_found`. */
export async function findTerms(db: Db, type: string, language: Language): Promise<{ title: string; body: string }> {
  const { text, body } = foundRow(
    await db
      .select({ text: textIn(language), body: bodyIn(language) })
      .from(articles)
      .where(and(eq(articles.type, type), readable(visitor, ['terms']))),
  )
  return { title: text.title, body }
}

/** The types and titles of all published terms, for the footer. */
export async function listTerms(db: Db, language: Language): Promise<{ type: string; title: string }[]> {
  const rows = await db
    .select({ type: articles.type, text: textIn(language) })
    .from(articles)
    .where(readable(visitor, ['terms']))
    .orderBy(articles.sort, articles.id)
  return rows.flatMap(({ type, text }) => (type === null ? [] : [{ type, title: text.title }]))
}

/** Whether new members must agree to terms. */
export async function hasTerms(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(readable(visitor, ['terms']), eq(articles.type, 'tos')))
  return row !== undefined
}

/** Whether `/help` has an article for visitors. */
export async function hasHelp(db: Db): Promise<boolean> {
  const [row] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(readable(visitor, ['article']))
    .limit(1)
  return row !== undefined
}

/** Public articles and pages for search engines, at most `most`. */
export function listPublic(db: Db, most: number): Promise<{ id: number; languages: Language[]; changedAt: Date }[]> {
  return db
    .select({ id: articles.id, languages, changedAt })
    .from(articles)
    .where(readable(visitor, ['article', 'page']))
    .orderBy(articles.id)
    .limit(most)
}

/** The public articles that were published last. */
export function listNewest(db: Db, language: Language, most: number): Promise<ReadableArticle[]> {
  return db
    .select({ article: articles, text: textIn(language), tagIds, changedAt })
    .from(articles)
    .where(readable(visitor, ['article']))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(most)
}

const place = sql`(${articles.shelf}, ${articles.sort}, ${articles.id})`
const languages = sql<Language[]>`array(select language from ${articleTexts} where article_id = ${articles.id} order by language)`

/** A version saved but not published is no change to readers. */
const changedAt = sql<Date>`greatest(${articles.publishedAt}, (select saved_at from ${articleVersions}
  where article_id = ${articles.id} and number = ${articles.liveVersion}))`.mapWith(articles.publishedAt)

/** Condition: an article of these kinds that the reader may read. */
export function readable(reader: Reader, kinds: ArticleKind[]): SQL | undefined {
  return and(isNotNull(articles.liveVersion), inArray(articles.kind, kinds), readableSql(reader))
}

function readableOne(reader: Reader, id: number): SQL | undefined {
  return and(eq(articles.id, id), readable(reader, ['article', 'page', 'terms']))
}

/** A column of the article's text in this language, else in the other one. */
function ofBestText<T>(columns: SQL, language: Language): SQL<T> {
  return sql<T>`(select ${columns} from ${articleTexts} where article_id = ${articles.id} order by language = ${language} desc limit 1)`
}
const textIn = (language: Language) =>
  ofBestText<ListedText>(sql`json_build_object('language', language, 'title', title, 'summary', summary)`, language)
const bodyIn = (language: Language) => ofBestText<string>(sql`body`, language)

/** Condition: every word stands in title, summary or open text. `sing box` finds `sing-box`. */
function matches(db: Db, search: string): SQL | undefined {
  const { title, summary, openText } = articleTexts
  // A line break cannot be searched for, so nothing is found across two of them.
  const text = sql`translate(${title} || chr(10) || ${summary} || chr(10) || ${openText}, ' -', '')`
  const words = search
    .split(/\s+/)
    .map((word) => word.replaceAll('-', ''))
    .filter(Boolean)
  const found = db
    .select({ one: sql`1` })
    .from(articleTexts)
    .where(and(eq(articleTexts.articleId, articles.id), ...words.map((word) => sql`${text} ilike ${`%${likeText(word)}%`}`)))
  return words.length === 0 ? undefined : exists(found)
}

/** Shelves of a category and those below it, by which an index finds their articles. */
async function shelvesOf(db: Db, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ position: number }>(sql`
    with recursive below as (
      select id, position from ${articleCategories} where id = ${id}
      union select child.id, child.position from ${articleCategories} child join below on child.parent_id = below.id
    ) select position from below`)
  return rows.map((row) => row.position)
}

async function neighbour(db: Db, reader: Reader, language: Language, id: number, side: 'before' | 'after'): Promise<Neighbour> {
  const here = alias(articles, 'here')
  const [order, than] = side === 'after' ? [asc, sql`>`] : [desc, sql`<`]
  const hereIs = db.select({ shelf: here.shelf, sort: here.sort, id: here.id }).from(here).where(eq(here.id, id))
  const [row] = await db
    .select({ id: articles.id, text: textIn(language) })
    .from(articles)
    .where(and(readable(reader, ['article']), sql`${place} ${than} (${hereIs})`))
    .orderBy(order(articles.shelf), order(articles.sort), order(articles.id))
    .limit(1)
  return row ? { id: row.id, title: row.text.title } : null
}
