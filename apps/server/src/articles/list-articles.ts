import { and, asc, eq, ilike, isNotNull, or, sql } from 'drizzle-orm'
import type { ArticleKind, ArticleStatus } from '@portico/contract/articles-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { ordering, type Page, type Paging, readPage, rowsOf, type SortedPaging } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { type ArticleRow, articleRatings, articles, articleVersions, articleViews, type VersionRow } from './articles.table.ts'
import { isTagged, tagIds } from './tagged.ts'

export type Asked = {
  kind?: ArticleKind | undefined
  status?: ArticleStatus | undefined
  category?: number | undefined
  tag?: number | undefined
  search?: string | undefined
}
export type ListedArticle = {
  article: ArticleRow
  planned: Pick<VersionRow, 'audience' | 'audienceIds'> | null
  tagIds: number[]
  views: number
  helpful: number
  unhelpful: number
}

const views = sql<number>`(select coalesce(sum(views), 0)::int from ${articleViews} where article_id = ${articles.id})`
const rated = (helpful: boolean) =>
  sql<number>`(select count(*)::int from ${articleRatings} where article_id = ${articles.id} and helpful = ${helpful})`
/** Audience of the newest version, for articles that are not published. */
const planned = sql<Pick<VersionRow, 'audience' | 'audienceIds'> | null>`case when ${articles.liveVersion} is null then (
  select json_build_object('audience', v.audience, 'audienceIds', v.audience_ids) from ${articleVersions} v
  where v.article_id = ${articles.id} and v.number = ${articles.version}) end`
const listed = { article: articles, planned, tagIds, views, helpful: rated(true), unhelpful: rated(false) }

const sortable = { id: articles.id, updated_at: articles.updatedAt, published_at: articles.publishedAt, title: articles.titleEn }

export function listArticles(db: Db, asked: Asked, paging: SortedPaging): Promise<Page<ListedArticle>> {
  const where = conditions(db, asked)
  const order =
    paging.sort === 'place'
      ? [asc(articles.shelf), asc(articles.sort), asc(articles.id)]
      : ordering(paging.sort, sortable, articles.updatedAt, articles.id)
  return readPage(db, db.select(listed).from(articles).where(where).$dynamic(), order, paging, rowsOf(articles, where))
}

/** An article with its newest version. Throws `not_found`. */
export async function findArticle(db: Db, id: number): Promise<ListedArticle & { newest: VersionRow | null }> {
  const found = foundRow(await db.select(listed).from(articles).where(eq(articles.id, id)))
  const [newest] = await db
    .select()
    .from(articleVersions)
    .where(and(eq(articleVersions.articleId, id), eq(articleVersions.number, found.article.version)))
  return { ...found, newest: newest ?? null }
}

export type ListedVersion = { version: VersionRow; by: string | null }

/** Versions of an article, newest first. Throws `not_found` for an unknown article. */
export async function listVersions(db: Db, id: number, paging: Paging): Promise<Page<ListedVersion>> {
  foundRow(await db.select({ id: articles.id }).from(articles).where(eq(articles.id, id)))
  const where = eq(articleVersions.articleId, id)
  const query = withEditor(db).where(where).$dynamic()
  return readPage(db, query, [sql`${articleVersions.number} desc`], paging, rowsOf(articleVersions, where))
}

/** One version of an article. Throws `not_found`. */
export async function readVersion(db: Db, id: number, number: number): Promise<ListedVersion> {
  return foundRow(await withEditor(db).where(and(eq(articleVersions.articleId, id), eq(articleVersions.number, number))))
}

function withEditor(db: Db) {
  return db
    .select({ version: articleVersions, by: accounts.label })
    .from(articleVersions)
    .leftJoin(accounts, eq(accounts.id, articleVersions.savedBy))
}

function conditions(db: Db, { kind, status, category, tag, search }: Asked) {
  const like = search && `%${likeText(search)}%`
  const id = search && /^\d{1,15}$/.test(search) ? Number(search) : null
  return and(
    kind && eq(articles.kind, kind),
    // The same, but an index can count them.
    status === 'published' ? isNotNull(articles.liveVersion) : status && eq(articles.status, status),
    category === undefined ? undefined : eq(articles.categoryId, category),
    tag === undefined ? undefined : isTagged(db, tag),
    like ? or(ilike(articles.titleEn, like), ilike(articles.titleZh, like), id === null ? undefined : eq(articles.id, id)) : undefined,
  )
}
