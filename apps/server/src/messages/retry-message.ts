import { isReminder, type MessageTemplate } from '@portico/contract/message-placeholders'
import { and, eq, inArray } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { enqueue } from '../jobs/queue.ts'
import { type MessageRow, messages } from './messages.table.ts'
import { sendJob } from './send-message.ts'

const KEPT_TRYING_MS = 24 * 3_600_000
/** Templates without a code or link, which can be sent again: secrets are erased when a message ends. */
const REPEATABLE: MessageTemplate[] = ['address_taken', 'test']

export function canRetry({ status, template }: Pick<MessageRow, 'status' | 'template'>): boolean {
  if (status === 'failed' && isReminder(template)) return true
  return (status === 'failed' || status === 'skipped') && REPEATABLE.includes(template)
}

/** Sends an unsent message again, for a day. Throws `not_found` and `message.not_retryable`; of several calls one succeeds. */
export async function retryMessage(database: Database, by: Actor, id: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const before = foundRow(await tx.select().from(messages).where(eq(messages.id, id)).for('update'))
    if (!canRetry(before)) throw new AppError('message.not_retryable')
    const after = { status: 'queued' as const, tries: 0, nextTryAt: now, expiresAt: new Date(now.getTime() + KEPT_TRYING_MS) }
    await tx
      .update(messages)
      .set({ ...after, fault: null, error: null })
      .where(and(eq(messages.id, id), inArray(messages.status, ['failed', 'skipped'])))
    await enqueue(tx, sendJob(before.channel, before.bulk), {})
    const { status, tries } = before
    await record(
      tx,
      by,
      { action: 'message.retry', entity: 'message', id, before: { status, tries }, after: { status: 'queued', tries: 0 } },
      now,
    )
  })
}
