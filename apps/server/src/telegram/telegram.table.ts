import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BotFault } from '@portico/contract/telegram-admin'
import type { Language } from '@portico/contract/translations'
import { accounts } from '../accounts/accounts.table.ts'

/** One row: the bot as Telegram last knew it. */
export const telegramBot = pgTable(
  'telegram_bot',
  {
    id: smallint('id').primaryKey(),
    botId: bigint('bot_id', { mode: 'number' }),
    username: text('username'),
    name: text('name'),
    /** A digest of the settings that Telegram was last told; '' before that. */
    applied: text('applied').notNull().default(''),
    fault: text('fault').$type<BotFault>(),
    detail: text('detail'),
    checkedAt: timestamp('checked_at', { withTimezone: true }),
    /** Encrypted secret of webhook calls; null: no webhook. */
    webhookSecret: text('webhook_secret'),
  },
  () => [check('telegram_bot_one', sql`id = 1`)],
)
export type TelegramBotRow = typeof telegramBot.$inferSelect

/** Telegram users of members, one to one. */
export const telegramBindings = pgTable(
  'telegram_bindings',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .primaryKey()
      .references(() => accounts.id),
    /** The user's id, which is also the id of their private chat with the bot. */
    telegramId: bigint('telegram_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    /** Chosen in the chat; null: the account's. */
    language: text('language').$type<Language>(),
    boundAt: timestamp('bound_at', { withTimezone: true }).notNull(),
    /** When the user blocked the bot, by Telegram; null: not blocked. */
    blockedAt: timestamp('blocked_at', { withTimezone: true }),
  },
  (t) => [uniqueIndex('telegram_bindings_user').on(t.telegramId)],
)
export type TelegramBindingRow = typeof telegramBindings.$inferSelect

/** Updates from Telegram, each once. */
export const telegramUpdates = pgTable(
  'telegram_updates',
  {
    botId: bigint('bot_id', { mode: 'number' }).notNull(),
    updateId: bigint('update_id', { mode: 'number' }).notNull(),
    /** Updates of one chat are handled in their order. */
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    /** Update; null once handled. */
    data: jsonb('data').$type<object>(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
    tries: integer('tries').notNull().default(0),
    /** While a process handles it: when another one may take it. */
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
    doneAt: timestamp('done_at', { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.botId, t.updateId] }),
    index('telegram_updates_of_chat')
      .on(t.chatId, t.updateId)
      .where(sql`done_at is null`),
    index('telegram_updates_due')
      .on(t.nextTryAt, t.updateId)
      .where(sql`done_at is null`),
    index('telegram_updates_received').on(t.receivedAt),
  ],
)

/** Messages of the bot in order per chat, with the ticket each is about. */
export const telegramMessages = pgTable(
  'telegram_messages',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    /** The account it is for; null: the chat has none. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    method: text('method').notNull(),
    /** Data to send; null once done. */
    data: jsonb('data').$type<Record<string, unknown>>(),
    /** Cause, such as `event 12`: sent once per chat. */
    cause: text('cause'),
    ticketId: bigint('ticket_id', { mode: 'number' }),
    /** Telegram's number of the sent message, within its chat. */
    messageId: bigint('message_id', { mode: 'number' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
    /** When it was sent or dropped; `error` then says why. */
    doneAt: timestamp('done_at', { withTimezone: true }),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('telegram_messages_cause')
      .on(t.chatId, t.cause)
      .where(sql`cause is not null`),
    index('telegram_messages_of_chat')
      .on(t.chatId, t.id)
      .where(sql`done_at is null`),
    index('telegram_messages_due')
      .on(t.nextTryAt, t.id)
      .where(sql`done_at is null`),
    index('telegram_messages_sent')
      .on(t.chatId, t.messageId)
      .where(sql`message_id is not null`),
    index('telegram_messages_created').on(t.createdAt),
    index('telegram_messages_account').on(t.accountId),
  ],
)
export type TelegramMessageRow = typeof telegramMessages.$inferSelect

/** Members that the bot admitted to the guarded group. */
export const telegramGuests = pgTable(
  'telegram_guests',
  {
    chatId: bigint('chat_id', { mode: 'number' }).notNull(),
    telegramId: bigint('telegram_id', { mode: 'number' }).notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    letInAt: timestamp('let_in_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.telegramId] }), index('telegram_guests_account').on(t.accountId)],
)
