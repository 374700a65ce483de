import { eq, inArray, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { articleCategories } from '../article-categories/article-categories.table.ts'
import { lockTree } from '../article-categories/lock-tree.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { reorder } from '../db/reorder.ts'
import { AppError } from '../errors.ts'
import { type ArticleRow, articles, LAST_SHELF } from './articles.table.ts'

/** Puts articles in this order at the start of a category; null: of those without one. Throws `not_found`. */
export function arrangeArticles(
  { transaction }: Database,
  by: Actor,
  { category_id: categoryId, ids }: { category_id: number | null; ids: number[] },
  now: Date,
): Promise<void> {
  return transaction(async (tx) => {
    await lockTree(tx)
    const shelf = await shelfOf(tx, categoryId)
    const given = new Set(ids)
    const found = await tx.select().from(articles).where(inArray(articles.id, ids)).orderBy(articles.id).for('update')
    if (found.length < given.size) throw new AppError('not_found')
    const inIt = isIn(categoryId)
    const there = await tx.select({ id: articles.id }).from(articles).where(inIt).orderBy(articles.sort, articles.id)
    const order = there.map(({ id }) => id)
    await tx.update(articles).set({ categoryId, shelf }).where(inArray(articles.id, ids))
    const { after } = await reorder(tx, articles, [...given, ...order.filter((id) => !given.has(id))], inIt)
    const moved = found.filter((article) => article.categoryId !== categoryId)
    const categories = (to: (from: ArticleRow) => number | null) =>
      moved.length === 0 ? {} : { categories: Object.fromEntries(moved.map((article) => [article.id, to(article)])) }
    const sides = {
      before: { order, ...categories((article) => article.categoryId) },
      after: { ...after, ...categories(() => categoryId) },
    }
    await record(tx, by, { action: 'article.sort', entity: 'article_category', id: categoryId ?? '', ...sides }, now)
  })
}

/** Copies changed positions of categories to their articles. */
export async function copyShelves(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update ${articles} a set shelf = c.position from ${articleCategories} c where c.id = a.category_id and a.shelf <> c.position`)
}

/** The place behind all articles of a category. Throws 422 for an unknown one. */
export async function lastPlaceIn(tx: Tx, categoryId: number | null): Promise<{ shelf: number; sort: number }> {
  const shelf = await shelfOf(tx, categoryId)
  const [last] = await tx
    .select({ sort: max(articles.sort) })
    .from(articles)
    .where(isIn(categoryId))
  return { shelf, sort: (last?.sort ?? 0) + 1 }
}

function isIn(categoryId: number | null): SQL {
  return categoryId === null ? isNull(articles.categoryId) : eq(articles.categoryId, categoryId)
}

/** The shelf (position) of a category. Throws 422 for an unknown one. */
async function shelfOf(tx: Tx, id: number | null): Promise<number> {
  if (id === null) return LAST_SHELF
  const [row] = await tx.select().from(articleCategories).where(eq(articleCategories.id, id)).for('share')
  if (!row) throw new AppError('input.invalid', { fields: { category_id: 'article.category_unknown' } })
  return row.position
}
