import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { articleRatings, articleViews } from './articles.table.ts'
import type { Reader } from './audience.ts'
import { requireReadable } from './read-articles.ts'

/** Stores whether an article helped; null takes the answer back. One answer a member; the last counts. Throws `not_found`. */
export async function rateArticle(db: Db, reader: Reader & { accountId: number }, id: number, helpful: boolean | null): Promise<void> {
  await requireReadable(db, reader, id)
  const { accountId } = reader
  if (helpful === null) {
    await db.delete(articleRatings).where(and(eq(articleRatings.articleId, id), eq(articleRatings.accountId, accountId)))
    return
  }
  await db
    .insert(articleRatings)
    .values({ articleId: id, accountId, helpful })
    .onConflictDoUpdate({ target: [articleRatings.articleId, articleRatings.accountId], set: { helpful } })
}

export async function dropRatingsOf(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(articleRatings).where(eq(articleRatings.accountId, accountId))
}

/** A member's answer to "was this helpful?"; null: none. */
export async function ratingOf(db: Db, id: number, accountId: number): Promise<boolean | null> {
  const [row] = await db
    .select({ helpful: articleRatings.helpful })
    .from(articleRatings)
    .where(and(eq(articleRatings.articleId, id), eq(articleRatings.accountId, accountId)))
  return row?.helpful ?? null
}

/** Counts that an article was opened on this day. */
export async function countView(db: Db, id: number, day: string): Promise<void> {
  await db
    .insert(articleViews)
    .values({ articleId: id, day, views: 1 })
    .onConflictDoUpdate({ target: [articleViews.articleId, articleViews.day], set: { views: sql`${articleViews.views} + 1` } })
}
