import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { noteUses } from '../files/note-uses.ts'
import { articleDrafts, articles, articleVersions } from './articles.table.ts'

/** Stores which files the versions and drafts of an article use, so that a restored version finds its pictures. */
export async function noteFiles(tx: Tx, id: number): Promise<void> {
  const [article] = await tx.select({ en: articles.titleEn, zh: articles.titleZh }).from(articles).where(eq(articles.id, id))
  const { rows } = await tx.execute<{ address: string }>(sql`
    select distinct found[1] as address from (
      select texts::text as text from ${articleVersions} where article_id = ${id}
      union all select content::text from ${articleDrafts} where article_id = ${id}
    ) written, regexp_matches(text, '/files/[0-9a-f]{32}', 'g') found`)
  const title = article?.en ?? article?.zh ?? ''
  await noteUses(tx, { noun: 'article', id, title }, rows.map(({ address }) => address).join(' '))
}
