import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { articles, articleTagLinks } from './articles.table.ts'

/** Ids of an article's tags. */
export const tagIds = sql<number[]>`array(select tag_id::float8 from ${articleTagLinks} where article_id = ${articles.id} order by tag_id)`

/** Condition: the article has this tag. */
export function isTagged(db: Db, tag: number): SQL {
  const links = db
    .select({ one: sql`1` })
    .from(articleTagLinks)
    .where(and(eq(articleTagLinks.articleId, articles.id), eq(articleTagLinks.tagId, tag)))
  return exists(links)
}
