import type { TagInput } from '@portico/contract/article-categories-admin'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import type { Database } from '../db/client.ts'
import { toColumns } from '../to-columns.ts'
import { articleTags, type TagRow } from './article-categories.table.ts'

const records = plainRecords(articleTags, 'article_tag')

export function createTag({ transaction }: Database, by: Actor, input: TagInput, now: Date): Promise<TagRow> {
  return transaction((tx) => records.create(tx, by, toColumns(articleTags, input), now))
}

export function updateTag({ transaction }: Database, by: Actor, id: number, input: TagInput, now: Date): Promise<TagRow> {
  return transaction((tx) => records.update(tx, by, id, toColumns(articleTags, input), now))
}

/** Deletes a tag and removes it from its articles. */
export async function deleteTag({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction((tx) => records.delete(tx, by, id, now))
}
