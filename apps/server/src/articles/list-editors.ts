import { and, desc, eq, isNotNull, ne } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { articleDrafts } from './articles.table.ts'

export type OtherEditor = { name: string; at: Date }

/** Staff with a draft of an article, latest first, without `accountId`; null: all of them. */
export function listEditors(db: Db, id: number, accountId: number | null): Promise<OtherEditor[]> {
  const others = accountId === null ? undefined : ne(articleDrafts.accountId, accountId)
  return db
    .select({ name: accounts.label, at: articleDrafts.savedAt })
    .from(articleDrafts)
    .innerJoin(accounts, eq(accounts.id, articleDrafts.accountId))
    .where(and(eq(articleDrafts.articleId, id), others, isNotNull(accounts.roleId)))
    .orderBy(desc(articleDrafts.savedAt))
}
