import { eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { articleCategories } from '../article-categories/article-categories.table.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { lockOrder, reorder } from '../db/reorder.ts'
import { AppError } from '../errors.ts'
import { articles, LAST_SHELF } from './articles.table.ts'

/** Puts articles into a category in this order, before the others in it; null: without a category. */
export function arrangeArticles(
  { transaction }: Database,
  by: Actor,
  { category_id: categoryId, ids }: { category_id: number | null; ids: number[] },
  now: Date,
): Promise<void> {
  return transaction(async (tx) => {
    await lockOrder(tx, articles)
    const shelf = await shelfOf(tx, categoryId)
    await tx.update(articles).set({ categoryId, shelf }).where(inArray(articles.id, ids))
    const inIt = categoryId === null ? sql`${articles.categoryId} is null` : eq(articles.categoryId, categoryId)
    const rest = await tx.select({ id: articles.id }).from(articles).where(inIt).orderBy(articles.sort, articles.id)
    const given = new Set(ids)
    const order = await reorder(tx, articles, [...ids, ...rest.map(({ id }) => id).filter((id) => !given.has(id))], inIt)
    await record(tx, by, { action: 'article.sort', entity: 'article_category', id: categoryId ?? '', ...order }, now)
  })
}

/** Copies the positions of categories to the articles in them, where they changed. */
export async function copyShelves(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update ${articles} a set shelf = c.position from ${articleCategories} c where c.id = a.category_id and a.shelf <> c.position`)
}

/** The place behind all articles of a category. Throws 422 for an unknown one. */
export async function lastPlaceIn(tx: Tx, categoryId: number | null): Promise<{ shelf: number; sort: number }> {
  const shelf = await shelfOf(tx, categoryId)
  const inIt = categoryId === null ? isNull(articles.categoryId) : eq(articles.categoryId, categoryId)
  const [last] = await tx
    .select({ sort: max(articles.sort) })
    .from(articles)
    .where(inIt)
  return { shelf, sort: (last?.sort ?? 0) + 1 }
}

/** Where a category stands. Throws 422 for an unknown one. */
async function shelfOf(tx: Tx, id: number | null): Promise<number> {
  if (id === null) return LAST_SHELF
  const [row] = await tx.select().from(articleCategories).where(eq(articleCategories.id, id)).for('share')
  if (!row) throw new AppError('input.invalid', { fields: { category_id: 'article.category_unknown' } })
  return row.position
}
