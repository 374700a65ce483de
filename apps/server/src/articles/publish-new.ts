import type { ArticleContent } from '@portico/contract/articles-admin'
import type { Actor } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { createArticle, type NewArticle, saveArticle } from './write-article.ts'
import { publishArticle } from './publish-article.ts'

/** Creates and publishes an article in one step. Returns its id. */
export async function publishNew(
  database: Database,
  by: Actor,
  { content, ...place }: NewArticle & { content: ArticleContent },
  now: Date,
): Promise<number> {
  const { id } = await createArticle(database, by, place, now)
  const { version } = await saveArticle(database, by, id, { base_version: 0, content }, now)
  await publishArticle(database, by, id, { version, expectedLive: null, at: null }, now)
  return id
}
