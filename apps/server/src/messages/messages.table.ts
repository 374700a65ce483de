import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MessageTemplate } from '@portico/contract/message-placeholders'
import type { MessageChannel, MessageFault, MessageStatus } from '@portico/contract/messages-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'
import { events } from '../events/events.table.ts'

/** Mail and SMS: what waits to be sent, and for 180 days what became of it. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    at: time('at').notNull(),
    channel: text('channel').$type<MessageChannel>().notNull(),
    recipient: text('recipient').notNull(),
    accountId: ref('account_id', () => accounts.id),
    /** The event it is about, which gets one message at most; null: none. */
    eventId: ref('event_id', () => events.id, { onDelete: 'set null' }),
    template: text('template').$type<MessageTemplate>().notNull(),
    language: text('language').$type<'en' | 'zh-CN'>().notNull(),
    /** One of many with the same cause: it has workers of its own. */
    bulk: boolean('bulk').notNull().default(false),
    /** Values for the text, without the secret. */
    data: jsonb('data').$type<Record<string, string | number>>().notNull(),
    /** The code, or the path of the link, encrypted; erased when the message ends. */
    secret: text('secret'),
    status: text('status').$type<MessageStatus>().notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /** While a process sends it: when another one may take it. */
    nextTryAt: time('next_try_at').notNull(),
    /** After this the message is of no use. */
    expiresAt: time('expires_at').notNull(),
    fault: text('fault').$type<MessageFault>(),
    error: text('error'),
    sentAt: time('sent_at'),
  },
  (t) => [
    index('messages_due')
      .on(t.channel, t.bulk, t.nextTryAt, t.id)
      .where(sql`status = 'queued'`),
    index('messages_at').on(t.at, t.id),
    index('messages_recipient').on(t.recipient.op('text_pattern_ops'), t.at),
    uniqueIndex('messages_event').on(t.eventId),
    index('messages_account').on(t.accountId, t.at),
    check('messages_secret_ends', sql`status = 'queued' or secret is null`),
    check('messages_sent', sql`(status = 'sent') = (sent_at is not null)`),
  ],
)
export type MessageRow = typeof messages.$inferSelect
