import type { MessageTemplate } from '@portico/contract/message-placeholders'
import type { MessageChannel, MessageStatus } from '@portico/contract/messages-admin'
import { and, eq, getTableColumns, like } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { likeText } from '../db/like-text.ts'
import { inRange, type LogRange, newestFirst, pageOf } from '../newest-first.ts'
import { type MessageRow, messages } from './messages.table.ts'

export type MessageFilter = LogRange & {
  channel?: MessageChannel | undefined
  template?: MessageTemplate | undefined
  status?: MessageStatus | undefined
  recipient?: string | undefined
}
export type LoggedMessage = Omit<MessageRow, 'secret' | 'data'>

/** A page of messages, newest first, without secrets. */
export async function listMessages(
  db: Db,
  filter: MessageFilter,
  zone: string,
  size: number,
): Promise<{ items: LoggedMessage[]; next: number | null }> {
  const { secret: _, data: __, ...columns } = getTableColumns(messages)
  const where = and(
    inRange(messages, filter, zone),
    filter.channel && eq(messages.channel, filter.channel),
    filter.template && eq(messages.template, filter.template),
    filter.status && eq(messages.status, filter.status),
    filter.recipient ? like(messages.recipient, `${likeText(filter.recipient.trim())}%`) : undefined,
  )
  const rows = await db
    .select(columns)
    .from(messages)
    .where(where)
    .orderBy(...newestFirst(messages))
    .limit(size + 1)
  return pageOf(rows, size, ({ id }) => id)
}
