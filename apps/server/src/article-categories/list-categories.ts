import { asc, eq, sql } from 'drizzle-orm'
import { articles, articleTagLinks } from '../articles/articles.table.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { articleCategories, articleTags, type CategoryRow, type TagRow } from './article-categories.table.ts'

const articleCount = sql<number>`(select count(*)::int from ${articles} where category_id = ${articleCategories}.id)`
const tagCount = sql<number>`(select count(*)::int from ${articleTagLinks} where tag_id = ${articleTags}.id)`

export type CountedCategory = { category: CategoryRow; articleCount: number }
export type CountedTag = { tag: TagRow; articleCount: number }

/** In reading order, parents before children. */
export function listCategories(db: Db): Promise<CountedCategory[]> {
  return db.select({ category: articleCategories, articleCount }).from(articleCategories).orderBy(articleCategories.position)
}

/** One category. Throws `not_found`. */
export async function findCategory(db: Db, id: number): Promise<CountedCategory> {
  return foundRow(
    await db.select({ category: articleCategories, articleCount }).from(articleCategories).where(eq(articleCategories.id, id)),
  )
}

/** Tags by name. */
export function listTags(db: Db): Promise<CountedTag[]> {
  const query = db.select({ tag: articleTags, articleCount: tagCount }).from(articleTags)
  return query.orderBy(asc(sql`lower(coalesce(nullif(name_en, ''), name_zh))`), articleTags.id)
}

/** One tag. Throws `not_found`. */
export async function findTag(db: Db, id: number): Promise<CountedTag> {
  return foundRow(await db.select({ tag: articleTags, articleCount: tagCount }).from(articleTags).where(eq(articleTags.id, id)))
}
