import { sql } from 'drizzle-orm'
import type { CannedReplyInput } from '@portico/contract/canned-replies-admin'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { toColumns } from '../to-columns.ts'
import { type CannedReplyRow, cannedReplies } from './canned-replies.table.ts'
import { starterReplies } from './starter-replies.ts'

const records = plainRecords(cannedReplies, 'canned_reply')

/** All canned replies by title; they are few and need no pages. */
export function listReplies(db: Db): Promise<CannedReplyRow[]> {
  return db
    .select()
    .from(cannedReplies)
    .orderBy(sql`lower(${cannedReplies.title})`, cannedReplies.id)
}

export function createReply({ transaction }: Database, by: Actor, input: CannedReplyInput, now: Date): Promise<CannedReplyRow> {
  return transaction((tx) => records.create(tx, by, valuesOf(input, now), now))
}

/** Changes a canned reply. Replies sent with it keep their text. */
export function updateReply({ transaction }: Database, by: Actor, id: number, input: CannedReplyInput, now: Date): Promise<CannedReplyRow> {
  return transaction((tx) => records.update(tx, by, id, valuesOf(input, now), now))
}

export async function deleteReply({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction((tx) => records.delete(tx, by, id, now))
}

/** Adds the replies that Portico brings, in both languages, where there are none. Returns all there are. May be called twice. */
export function addStarters({ transaction }: Database, by: Actor, now: Date): Promise<CannedReplyRow[]> {
  return transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.starter_replies'))`)
    if ((await tx.$count(cannedReplies)) > 0) return listReplies(tx)
    const rows = await tx
      .insert(cannedReplies)
      .values(starterReplies.map((reply) => valuesOf(reply, now)))
      .returning()
    const titles = rows.map(({ title }) => title)
    await record(tx, by, { action: 'canned_reply.starters', entity: 'canned_reply', after: { titles } }, now)
    return listReplies(tx)
  })
}

function valuesOf(input: CannedReplyInput, now: Date) {
  return { ...toColumns(cannedReplies, input), updatedAt: now }
}
