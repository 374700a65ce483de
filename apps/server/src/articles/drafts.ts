import { and, desc, eq, ne } from 'drizzle-orm'
import type { ArticleContent } from '@portico/contract/articles-admin'
import { accounts } from '../accounts/accounts.table.ts'
import type { Actor } from '../actor.ts'
import type { Database, Db } from '../db/client.ts'
import { type DraftRow, articleDrafts } from './articles.table.ts'
import { cleanContent } from './content.ts'
import { noteFiles } from './note-files.ts'
import { dropDraft, lockArticle } from './write-article.ts'

type Typed = { base_version: number; content: ArticleContent }

/** Keeps what an editor is typing. Each editor of an article has their own; the last call counts. Not audited. */
export function saveDraft(
  { transaction }: Database,
  editor: Actor & { accountId: number },
  id: number,
  typed: Typed,
  now: Date,
): Promise<void> {
  return transaction(async (tx) => {
    await lockArticle(tx, id)
    const values = { baseVersion: typed.base_version, content: cleanContent(typed.content), savedAt: now }
    await tx
      .insert(articleDrafts)
      .values({ articleId: id, accountId: editor.accountId, ...values })
      .onConflictDoUpdate({ target: [articleDrafts.articleId, articleDrafts.accountId], set: values })
    await noteFiles(tx, id)
  })
}

/** May be called twice. Throws `not_found` for an unknown article. */
export function discardDraft({ transaction }: Database, editor: Actor & { accountId: number }, id: number): Promise<void> {
  return transaction(async (tx) => {
    await lockArticle(tx, id)
    await dropDraft(tx, id, editor.accountId)
    await noteFiles(tx, id)
  })
}

export type OtherEditor = { name: string; at: Date }

/** My unsaved changes, and who else has some, latest first. */
export async function readDrafts(db: Db, id: number, accountId: number): Promise<{ mine: DraftRow | null; others: OtherEditor[] }> {
  const [mine, others] = await Promise.all([
    db
      .select()
      .from(articleDrafts)
      .where(and(eq(articleDrafts.articleId, id), eq(articleDrafts.accountId, accountId))),
    db
      .select({ name: accounts.label, at: articleDrafts.savedAt })
      .from(articleDrafts)
      .innerJoin(accounts, eq(accounts.id, articleDrafts.accountId))
      .where(and(eq(articleDrafts.articleId, id), ne(articleDrafts.accountId, accountId)))
      .orderBy(desc(articleDrafts.savedAt)),
  ])
  return { mine: mine[0] ?? null, others }
}
