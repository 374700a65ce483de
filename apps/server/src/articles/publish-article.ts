import { and, eq, lte } from 'drizzle-orm'
import { type Actor, jobActor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { type ArticleRow, articles, articleTexts } from './articles.table.ts'
import { namesOfAudience } from './audience.ts'
import { checkAudience, publishable } from './content.ts'
import { cutWords, noteWords } from './words/cut-words.ts'
import { findVersion, lockArticle } from './write-article.ts'

/** `expectedLive`: the version that readers see, as far as the editor knows. */
type Wanted = { version: number; expectedLive: number | null; at: Date | null }

/**
 * Shows a version to readers, now or at a time. A later plan replaces an earlier one. Throws `article.no_text`, and `article.changed`
 * when readers see another version than the editor knows: publishing must not open again what somebody has just narrowed.
 */
export function publishArticle({ transaction }: Database, by: Actor, id: number, wanted: Wanted, now: Date): Promise<ArticleRow> {
  return transaction(async (tx) => {
    const { version, expectedLive, at } = wanted
    const before = await lockArticle(tx, id)
    if (before.liveVersion !== expectedLive) throw new AppError('article.changed')
    if (at === null) return goLive(tx, by, before, version, now)
    if (at <= now) throw new AppError('input.invalid', { fields: { at: 'article.time_past' } })
    await readPublishable(tx, id, version)
    const values = { scheduledVersion: version, scheduledAt: at, archivedAt: null }
    const after = writtenRow(await tx.update(articles).set(values).where(eq(articles.id, id)).returning())
    await record(tx, by, { action: 'article.schedule', entity: 'article', id, before, after }, now)
    return after
  })
}

/**
 * Publishes all versions planned up to now. May run twice. A version that cannot be published, such as for a deleted plan, loses its time.
 * Other errors are thrown after all were tried.
 */
export async function publishScheduled({ db, transaction }: Database, now: Date): Promise<void> {
  const due = await db.select({ id: articles.id }).from(articles).where(lte(articles.scheduledAt, now))
  const errors: unknown[] = []
  for (const { id } of due) {
    await transaction((tx) => publishDue(tx, id, now)).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} planned articles could not be published`)
}

async function publishDue(tx: Tx, id: number, now: Date): Promise<void> {
  const isDue = and(eq(articles.id, id), lte(articles.scheduledAt, now))
  const [row] = await tx.select().from(articles).where(isDue).for('update', { skipLocked: true })
  if (row?.scheduledVersion == null) return
  const by = jobActor('publish_articles')
  try {
    await goLive(tx, by, row, row.scheduledVersion, now)
  } catch (error) {
    // Our own refusals come before anything is written.
    if (!(error instanceof AppError)) throw error
    const unplanned = tx.update(articles).set({ scheduledVersion: null, scheduledAt: null })
    const after = writtenRow(await unplanned.where(eq(articles.id, id)).returning())
    await record(tx, by, { action: 'article.unschedule', entity: 'article', id, before: row, after, reason: error.code }, now)
  }
}

/** Takes an article back from readers and cancels a planned publication. With `archive` it is put away too. */
export function unpublishArticle({ transaction }: Database, by: Actor, id: number, archive: boolean, now: Date): Promise<ArticleRow> {
  return transaction(async (tx) => {
    const before = await lockArticle(tx, id)
    await tx.delete(articleTexts).where(eq(articleTexts.articleId, id))
    const nothing = { liveVersion: null, publishedAt: null, scheduledVersion: null, scheduledAt: null }
    const values = { ...nothing, archivedAt: archive ? now : null, audience: 'public' as const, audienceIds: [] }
    const after = writtenRow(await tx.update(articles).set(values).where(eq(articles.id, id)).returning())
    await record(tx, by, { action: archive ? 'article.archive' : 'article.unpublish', entity: 'article', id, before, after }, now)
    return after
  })
}

/** Cancels a planned publication; what readers see stays. May be called twice. */
export function cancelSchedule({ transaction }: Database, by: Actor, id: number, now: Date): Promise<ArticleRow> {
  return transaction(async (tx) => {
    const before = await lockArticle(tx, id)
    const values = { scheduledVersion: null, scheduledAt: null }
    const after = writtenRow(await tx.update(articles).set(values).where(eq(articles.id, id)).returning())
    await record(tx, by, { action: 'article.unschedule', entity: 'article', id, before, after }, now)
    return after
  })
}

async function goLive(tx: Tx, by: Actor, before: ArticleRow, version: number, now: Date): Promise<ArticleRow> {
  const { texts, audience, audienceIds } = await readPublishable(tx, before.id, version)
  const cut = texts.map(([language, text]) => ({ articleId: before.id, language, ...text, ...cutWords(text) }))
  await tx.delete(articleTexts).where(eq(articleTexts.articleId, before.id))
  await tx.insert(articleTexts).values(cut)
  await noteWords(tx, [{ names: namesOfAudience(audience, audienceIds), words: cut.flatMap(({ words }) => words) }])
  const live = { liveVersion: version, publishedAt: before.publishedAt ?? now, scheduledVersion: null, scheduledAt: null, archivedAt: null }
  const values = { ...live, audience, audienceIds, updatedAt: now }
  const after = writtenRow(await tx.update(articles).set(values).where(eq(articles.id, before.id)).returning())
  await record(tx, by, { action: 'article.publish', entity: 'article', id: before.id, before, after }, now)
  return after
}

async function readPublishable(tx: Tx, id: number, version: number) {
  const { texts: all, audience, audienceIds } = await findVersion(tx, id, version)
  const texts = publishable(all)
  if (texts.length === 0) throw new AppError('article.no_text')
  await checkAudience(tx, audience, audienceIds)
  return { texts, audience, audienceIds }
}
