import { eq } from 'drizzle-orm'
import type { TagInput } from '@portico/contract/article-categories-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import type { Stored } from '../db/columns.ts'
import { writtenRow } from '../db/written-row.ts'
import { foundRow } from '../errors.ts'
import { articleTags, type TagRow } from './article-categories.table.ts'

export function createTag({ transaction }: Database, by: Actor, input: TagInput, now: Date): Promise<TagRow> {
  return transaction(async (tx) => {
    const row = writtenRow(await tx.insert(articleTags).values(toColumns(input)).returning())
    await record(tx, by, { action: 'article_tag.create', entity: 'article_tag', id: row.id, after: row }, now)
    return row
  })
}

export function updateTag({ transaction }: Database, by: Actor, id: number, input: TagInput, now: Date): Promise<TagRow> {
  return transaction(async (tx) => {
    const [before] = await tx.select().from(articleTags).where(eq(articleTags.id, id)).for('update')
    const old = foundRow(before)
    const after = writtenRow(await tx.update(articleTags).set(toColumns(input)).where(eq(articleTags.id, id)).returning())
    await record(tx, by, { action: 'article_tag.update', entity: 'article_tag', id, before: old, after }, now)
    return after
  })
}

/** Deletes a tag and removes it from its articles. */
export async function deleteTag({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [before] = await tx.delete(articleTags).where(eq(articleTags.id, id)).returning()
    await record(tx, by, { action: 'article_tag.delete', entity: 'article_tag', id, before: foundRow(before) }, now)
  })
}

function toColumns(input: TagInput): Stored<TagInput, TagRow> {
  return { nameEn: input.name_en, nameZh: input.name_zh }
}
