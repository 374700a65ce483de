import { and, desc, eq, gt, gte } from 'drizzle-orm'
import type { ArticleContent } from '@portico/contract/articles-admin'
import type { Actor } from '../actor.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type DraftRow, articleDrafts, articles, articleVersions } from './articles.table.ts'
import { cleanContent } from './content.ts'
import { listEditors, type OtherEditor } from './list-editors.ts'
import { noteFiles } from './note-files.ts'
import { dropDraft, lockArticle } from './write-article.ts'

type Typed = { base_version: number; serial: number; content: ArticleContent }
/** `serial`: of the stored draft; null: none is stored. */
type Kept = { savedAt: Date; serial: number | null }

/**
 * Keeps what an editor is typing. Each editor of an article has their own; the highest serial counts, so that a call that arrives late
 * changes nothing. Not audited. Throws `input.invalid` for a version that does not exist.
 */
export function saveDraft(
  { transaction }: Database,
  editor: Actor & { accountId: number },
  id: number,
  { base_version: baseVersion, serial, content }: Typed,
  now: Date,
): Promise<Kept> {
  return transaction(async (tx) => {
    const { version } = await lockArticle(tx, id)
    if (baseVersion > version) throw new AppError('input.invalid', { fields: { base_version: 'article.version_unknown' } })
    const kept = (await savedSince(tx, id, editor.accountId, baseVersion)) ?? (await laterDraft(tx, id, editor.accountId, serial))
    if (kept) return kept
    const values = { baseVersion, serial, content: cleanContent(content), savedAt: now }
    await tx
      .insert(articleDrafts)
      .values({ articleId: id, accountId: editor.accountId, ...values })
      .onConflictDoUpdate({ target: [articleDrafts.articleId, articleDrafts.accountId], set: values })
    await noteFiles(tx, id)
    return { savedAt: now, serial }
  })
}

/** Deletes the editor's draft. May be called twice. Throws `not_found` for an unknown article. */
export function discardDraft({ transaction }: Database, editor: Actor & { accountId: number }, id: number): Promise<void> {
  return transaction(async (tx) => {
    await lockArticle(tx, id)
    await dropDraft(tx, id, editor.accountId)
    await noteFiles(tx, id)
  })
}

/** Deletes all that somebody has typed and not saved. Returns the articles, for `noteFilesAgain` after the transaction. */
export async function dropDraftsOf(tx: Tx, accountId: number): Promise<number[]> {
  const dropped = tx.delete(articleDrafts).where(eq(articleDrafts.accountId, accountId))
  return (await dropped.returning({ id: articleDrafts.articleId })).map(({ id }) => id)
}

/** Frees the files that only deleted drafts showed. Outside of other transactions: it locks each article. May be called twice. */
export async function noteFilesAgain({ transaction }: Database, ids: number[]): Promise<void> {
  for (const id of ids) {
    await transaction(async (tx) => {
      const [article] = await tx.select({ id: articles.id }).from(articles).where(eq(articles.id, id)).for('update')
      if (article) await noteFiles(tx, id)
    })
  }
}

/** My unsaved changes, and who else of the staff has some, latest first. */
export async function readDrafts(db: Db, id: number, accountId: number): Promise<{ mine: DraftRow | null; others: OtherEditor[] }> {
  const [mine, others] = await Promise.all([
    db
      .select()
      .from(articleDrafts)
      .where(and(eq(articleDrafts.articleId, id), eq(articleDrafts.accountId, accountId))),
    listEditors(db, id, accountId),
  ])
  return { mine: mine[0] ?? null, others }
}

/** The editor's own latest version after `base`; null: none. */
async function savedSince(tx: Tx, id: number, accountId: number, base: number): Promise<Kept | null> {
  const own = and(eq(articleVersions.articleId, id), eq(articleVersions.savedBy, accountId), gt(articleVersions.number, base))
  const newest = desc(articleVersions.number)
  const [row] = await tx.select({ savedAt: articleVersions.savedAt }).from(articleVersions).where(own).orderBy(newest).limit(1)
  return row ? { ...row, serial: null } : null
}

async function laterDraft(tx: Tx, id: number, accountId: number, serial: number): Promise<Kept | null> {
  const [row] = await tx
    .select({ savedAt: articleDrafts.savedAt, serial: articleDrafts.serial })
    .from(articleDrafts)
    .where(and(eq(articleDrafts.articleId, id), eq(articleDrafts.accountId, accountId), gte(articleDrafts.serial, serial)))
  return row ?? null
}
