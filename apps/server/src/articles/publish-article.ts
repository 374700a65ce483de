import { and, eq, lte } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { jobActor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { type ArticleRow, articles, articleTexts } from './articles.table.ts'
import { checkContent, publishable } from './content.ts'
import { openText } from './render-body.ts'
import { findVersion, lockArticle } from './write-article.ts'

type Wanted = { version: number; at: Date | null }

/** Shows a version to readers, now or at a time. A later plan replaces an earlier one. Throws `article.no_text`. */
export function publishArticle({ transaction }: Database, by: Actor, id: number, { version, at }: Wanted, now: Date): Promise<ArticleRow> {
  return transaction(async (tx) => {
    const before = await lockArticle(tx, id)
    if (at !== null && at <= now) throw new AppError('input.invalid', { fields: { at: 'article.time_past' } })
    await readPublishable(tx, id, version)
    if (at === null) return goLive(tx, by, before, version, now)
    const values = { scheduledVersion: version, scheduledAt: at, archivedAt: null }
    const after = writtenRow(await tx.update(articles).set(values).where(eq(articles.id, id)).returning())
    await record(tx, by, { action: 'article.schedule', entity: 'article', id, before, after }, now)
    return after
  })
}

/** Publishes what is planned up to now. May run twice: a plan is gone once carried out. */
export async function publishScheduled({ db, transaction }: Database, now: Date): Promise<void> {
  const due = await db.select({ id: articles.id }).from(articles).where(lte(articles.scheduledAt, now))
  for (const { id } of due) {
    await transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(articles)
        .where(and(eq(articles.id, id), lte(articles.scheduledAt, now)))
        .for('update', { skipLocked: true })
      if (row?.scheduledVersion == null) return
      await goLive(tx, jobActor('publish_articles'), row, row.scheduledVersion, now)
    })
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

async function goLive(tx: Tx, by: Actor, before: ArticleRow, version: number, now: Date): Promise<ArticleRow> {
  const { texts, audience, audienceIds } = await readPublishable(tx, before.id, version)
  await tx.delete(articleTexts).where(eq(articleTexts.articleId, before.id))
  await tx
    .insert(articleTexts)
    .values(texts.map(([language, text]) => ({ articleId: before.id, language, ...text, openText: openText(text.body) })))
  const live = { liveVersion: version, publishedAt: before.publishedAt ?? now, scheduledVersion: null, scheduledAt: null, archivedAt: null }
  const values = { ...live, audience, audienceIds, updatedAt: now }
  const after = writtenRow(await tx.update(articles).set(values).where(eq(articles.id, before.id)).returning())
  await record(tx, by, { action: 'article.publish', entity: 'article', id: before.id, before, after }, now)
  return after
}

async function readPublishable(tx: Tx, id: number, version: number) {
  const { texts: all, audience, audienceIds } = await findVersion(tx, id, version)
  const texts = publishable({ texts: all })
  if (texts.length === 0) throw new AppError('article.no_text')
  await checkContent(tx, { texts: all, audience, audience_ids: audienceIds })
  return { texts, audience, audienceIds }
}
