import { and, eq } from 'drizzle-orm'
import type { ArticleContent, ArticleKind, ArticlePlace } from '@portico/contract/articles-admin'
import type { ErrorCode } from '@portico/contract/errors'
import type { Actor } from '../actor.ts'
import { lockTree } from '../article-categories/lock-tree.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { isForeignKeyViolation, isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { type ArticleRow, articleDrafts, articles, articleTagLinks, articleVersions } from './articles.table.ts'
import { lastPlaceIn } from './arrange-articles.ts'
import { cleanContent } from './content.ts'
import { readVersion } from './list-articles.ts'
import { listEditors } from './list-editors.ts'
import { noteFiles } from './note-files.ts'

export type NewArticle = { kind: ArticleKind; category_id: number | null; type: string | null }

/** Creates an article with an empty draft. */
export function createArticle({ transaction }: Database, by: Actor, input: NewArticle, now: Date): Promise<ArticleRow> {
  return transaction(async (tx) => {
    requireType(input.kind, input.type)
    await lockTree(tx)
    const values = { kind: input.kind, type: input.type, categoryId: input.category_id, createdAt: now, updatedAt: now }
    const insert = tx.insert(articles).values({ ...values, ...(await lastPlaceIn(tx, input.category_id)) })
    const row = writtenRow(await withFreeType(insert.returning()))
    await record(tx, by, { action: 'article.create', entity: 'article', id: row.id, after: row }, now)
    return row
  })
}

export type SavedVersion = { base_version: number; content: ArticleContent; note?: string | undefined }

/** Saves a version and ends the editor's draft. Throws `article.changed` when somebody saved since `base_version`. */
export function saveArticle({ transaction }: Database, by: Actor, id: number, input: SavedVersion, now: Date): Promise<ArticleRow> {
  return transaction(async (tx) => {
    const before = await lockArticle(tx, id)
    await requireNewest(tx, before, input.base_version)
    return addVersion(tx, by, before, input, now)
  })
}

/** Saves an old version again as the newest. Throws `article.changed` as saving does. */
export function restoreVersion(
  { transaction }: Database,
  by: Actor,
  { id, number, base }: { id: number; number: number; base: number },
  now: Date,
): Promise<ArticleRow> {
  return transaction(async (tx) => {
    const before = await lockArticle(tx, id)
    await requireNewest(tx, before, base)
    const { texts, audience, audienceIds } = await findVersion(tx, id, number)
    const content = { texts, audience, audience_ids: audienceIds }
    return addVersion(tx, by, before, { content, restoredFrom: number }, now)
  })
}

type Placed = { [Field in keyof ArticlePlace]?: ArticlePlace[Field] | undefined }

/** Changes category, tags or type at once. In a new category it goes last. */
export function placeArticle({ transaction }: Database, by: Actor, id: number, place: Placed, now: Date): Promise<void> {
  return transaction(async (tx) => {
    if (place.category_id !== undefined) await lockTree(tx)
    const before = { ...(await lockArticle(tx, id)), tagIds: await tagsOf(tx, id) }
    const isMoved = place.category_id !== undefined && place.category_id !== before.categoryId
    const moved = isMoved ? { categoryId: place.category_id, ...(await lastPlaceIn(tx, place.category_id ?? null)) } : {}
    if (place.type !== undefined) requireType(before.kind, place.type)
    const changed = { ...moved, ...(place.type !== undefined && { type: place.type }) }
    if (Object.keys(changed).length > 0) await withFreeType(tx.update(articles).set(changed).where(eq(articles.id, id)))
    if (place.tag_ids !== undefined) await setTags(tx, id, place.tag_ids)
    const after = { ...(await lockArticle(tx, id)), tagIds: await tagsOf(tx, id) }
    await record(tx, by, { action: 'article.place', entity: 'article', id, before, after }, now)
  })
}

/** Requires a type for terms, where it is part of their address, and none for other kinds. */
function requireType(kind: ArticleKind, type: string | null): void {
  if ((kind === 'terms') !== (type !== null)) throw refused('type', 'article.type_needed')
}

/** Deletes an article. Throws `article.being_edited` with the editors if others have drafts, unless `isForced`. */
export async function deleteArticle(
  { transaction }: Database,
  by: Actor,
  id: number,
  { isForced }: { isForced: boolean },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockArticle(tx, id)
    const editors = isForced ? [] : await listEditors(tx, id, by.accountId)
    if (editors.length > 0) throw new AppError('article.being_edited', { details: { editors } })
    await tx.delete(articles).where(eq(articles.id, id))
    await noteFiles(tx, id)
    await record(tx, by, { action: 'article.delete', entity: 'article', id, before }, now)
  })
}

/** Locks an article. Throws `not_found`. */
export async function lockArticle(tx: Tx, id: number): Promise<ArticleRow> {
  return foundRow(await tx.select().from(articles).where(eq(articles.id, id)).for('update'))
}

/** A version of an article. Throws `not_found`. */
export async function findVersion(db: Db, id: number, number: number) {
  return foundRow(
    await db
      .select()
      .from(articleVersions)
      .where(and(eq(articleVersions.articleId, id), eq(articleVersions.number, number))),
  )
}

async function addVersion(
  tx: Tx,
  by: Actor,
  before: ArticleRow,
  { content, note = '', restoredFrom }: Omit<SavedVersion, 'base_version'> & { restoredFrom?: number },
  now: Date,
): Promise<ArticleRow> {
  const { texts, audience, audience_ids: audienceIds } = cleanContent(content)
  const number = before.version + 1
  const saved = { articleId: before.id, number, texts, audience, audienceIds, note, restoredFrom, savedBy: by.accountId, savedAt: now }
  await tx.insert(articleVersions).values(saved)
  const titles = { titleEn: texts.en?.title ?? null, titleZh: texts['zh-CN']?.title ?? null }
  const changed = tx.update(articles).set({ version: number, ...titles, updatedAt: now })
  const after = writtenRow(await changed.where(eq(articles.id, before.id)).returning())
  if (by.accountId !== null) await dropDraft(tx, before.id, by.accountId)
  await noteFiles(tx, before.id)
  await record(tx, by, { action: 'article.save', entity: 'article', id: before.id, before, after, reason: note || null }, now)
  return after
}

/** Deletes an editor's draft, if there is one. */
export async function dropDraft(tx: Tx, id: number, accountId: number): Promise<void> {
  await tx.delete(articleDrafts).where(and(eq(articleDrafts.articleId, id), eq(articleDrafts.accountId, accountId)))
}

async function requireNewest(tx: Tx, { id, version }: ArticleRow, base: number): Promise<void> {
  if (base !== version) throw new AppError('article.changed', { details: await newerVersion(tx, id, version) })
}

async function newerVersion(db: Db, id: number, version: number) {
  const { version: newer, by } = await readVersion(db, id, version)
  const { number, texts, audience, audienceIds, savedAt } = newer
  return { number, by, at: savedAt.toISOString(), content: { texts, audience, audience_ids: audienceIds } }
}

async function tagsOf(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.select().from(articleTagLinks).where(eq(articleTagLinks.articleId, id)).orderBy(articleTagLinks.tagId)
  return rows.map(({ tagId }) => tagId)
}

async function setTags(tx: Tx, id: number, tagIds: number[]): Promise<void> {
  await tx.delete(articleTagLinks).where(eq(articleTagLinks.articleId, id))
  const values = [...new Set(tagIds)].map((tagId) => ({ articleId: id, tagId }))
  if (values.length === 0) return
  const link = tx.insert(articleTagLinks).values(values)
  await orRefuse(link, isForeignKeyViolation, refused('tag_ids', 'article.tag_unknown'))
}

function withFreeType<T>(statement: PromiseLike<T>): Promise<T> {
  return orRefuse(statement, (error) => isUniqueViolation(error, 'articles_type'), refused('type', 'article.type_taken'))
}

function refused(field: string, code: ErrorCode): AppError {
  return new AppError('input.invalid', { fields: { [field]: code } })
}
