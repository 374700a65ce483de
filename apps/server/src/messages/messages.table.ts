import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { MessageTemplate } from '@portico/contract/message-placeholders'
import type { MessageChannel, MessageFault, MessageStatus } from '@portico/contract/messages-admin'
import { accounts } from '../accounts/accounts.table.ts'
import { events } from '../events/events.table.ts'

/** Mail and SMS: what waits to be sent, and for 180 days what became of it. */
export const messages = pgTable(
  'messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    channel: text('channel').$type<MessageChannel>().notNull(),
    recipient: text('recipient').notNull(),
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    /** Event the message is about, which gets at most one; null: none. */
    eventId: bigint('event_id', { mode: 'number' }).references(() => events.id, { onDelete: 'set null' }),
    template: text('template').$type<MessageTemplate>().notNull(),
    language: text('language').$type<'en' | 'zh-CN'>().notNull(),
    /** Values for the text, without the secret. */
    data: jsonb('data').$type<Record<string, string | number>>().notNull(),
    /** The code, or the path of the link, encrypted; erased when the message ends. */
    secret: text('secret'),
    status: text('status').$type<MessageStatus>().notNull().default('queued'),
    tries: integer('tries').notNull().default(0),
    /** While a process sends it: when another one may take it. */
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
    /** When the message becomes useless and is given up. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    fault: text('fault').$type<MessageFault>(),
    error: text('error'),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (t) => [
    index('messages_due')
      .on(t.channel, t.nextTryAt, t.id)
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
