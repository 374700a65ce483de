import { eq, sql } from 'drizzle-orm'
import type { CannedReplyInput } from '@portico/contract/canned-replies-admin'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { storedTranslations } from '../in-language.ts'
import { type CannedReplyRow, cannedReplies } from './canned-replies.table.ts'
import { starterReplies } from './starter-replies.ts'

/** All canned replies by title; they are few and need no pages. */
export function listReplies(db: Db): Promise<CannedReplyRow[]> {
  return db
    .select()
    .from(cannedReplies)
    .orderBy(sql`lower(${cannedReplies.title})`, cannedReplies.id)
}

export function createReply({ transaction }: Database, by: Actor, input: CannedReplyInput, now: Date): Promise<CannedReplyRow> {
  return transaction(async (tx) => {
    const after = writtenRow(await tx.insert(cannedReplies).values(toColumns(input, now)).returning())
    await record(tx, by, { action: 'canned_reply.create', entity: 'canned_reply', id: after.id, after }, now)
    return after
  })
}

/** Changes a canned reply. Replies sent with it keep their text. */
export function updateReply({ transaction }: Database, by: Actor, id: number, input: CannedReplyInput, now: Date): Promise<CannedReplyRow> {
  return transaction(async (tx) => {
    const [before] = await tx.select().from(cannedReplies).where(eq(cannedReplies.id, id)).for('update')
    if (!before) throw new AppError('not_found')
    const after = writtenRow(await tx.update(cannedReplies).set(toColumns(input, now)).where(eq(cannedReplies.id, id)).returning())
    await record(tx, by, { action: 'canned_reply.update', entity: 'canned_reply', id, before, after }, now)
    return after
  })
}

export async function deleteReply({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [before] = await tx.delete(cannedReplies).where(eq(cannedReplies.id, id)).returning()
    if (!before) throw new AppError('not_found')
    await record(tx, by, { action: 'canned_reply.delete', entity: 'canned_reply', id, before }, now)
  })
}

/** Adds the replies that Portico brings, in both languages, where there are none. Returns all there are. May be called twice. */
export function addStarters({ transaction }: Database, by: Actor, now: Date): Promise<CannedReplyRow[]> {
  return transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.starter_replies'))`)
    if ((await tx.$count(cannedReplies)) > 0) return listReplies(tx)
    const rows = await tx
      .insert(cannedReplies)
      .values(starterReplies.map((reply) => toColumns(reply, now)))
      .returning()
    const titles = rows.map(({ title }) => title)
    await record(tx, by, { action: 'canned_reply.starters', entity: 'canned_reply', after: { titles } }, now)
    return listReplies(tx)
  })
}

function toColumns(input: CannedReplyInput, now: Date) {
  return { title: input.title, text: input.text, translations: storedTranslations(input.translations), updatedAt: now }
}
