import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BotFault } from '@portico/contract/telegram-admin'
import type { Language } from '@portico/contract/translations'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time, whole } from '../db/columns.ts'

/** One row: the bot as Telegram last knew it. */
export const telegramBot = pgTable(
  'telegram_bot',
  {
    id: smallint('id').primaryKey(),
    botId: whole('bot_id'),
    username: text('username'),
    name: text('name'),
    /** A digest of the settings that Telegram was last told; '' before that. */
    applied: text('applied').notNull().default(''),
    fault: text('fault').$type<BotFault>(),
    detail: text('detail'),
    checkedAt: time('checked_at'),
    /** When Telegram last said that another program asks for the bot's updates; null: never. */
    sharedAt: time('shared_at'),
    /** What Telegram sends along with each webhook call, sealed; null: there is no webhook. */
    webhookSecret: text('webhook_secret'),
  },
  () => [check('telegram_bot_one', sql`id = 1`)],
)
export type TelegramBotRow = typeof telegramBot.$inferSelect

/** Telegram users of members, one to one. */
export const telegramBindings = pgTable(
  'telegram_bindings',
  {
    accountId: ref('account_id', () => accounts.id).primaryKey(),
    /** The user's id, which is also the id of their private chat with the bot. */
    telegramId: whole('telegram_id').notNull(),
    name: text('name').notNull(),
    /** Chosen in the chat; null: the account's. */
    language: text('language').$type<Language>(),
    boundAt: time('bound_at').notNull(),
    /** When Telegram last said that the user had blocked the bot. */
    blockedAt: time('blocked_at'),
  },
  (t) => [uniqueIndex('telegram_bindings_user').on(t.telegramId)],
)
export type TelegramBindingRow = typeof telegramBindings.$inferSelect

/** Updates from Telegram, each once. */
export const telegramUpdates = pgTable(
  'telegram_updates',
  {
    botId: whole('bot_id').notNull(),
    updateId: whole('update_id').notNull(),
    /** Updates of one chat are handled in their order. */
    chatId: whole('chat_id').notNull(),
    /** The update itself; null once it is done. */
    data: jsonb('data').$type<object>(),
    receivedAt: time('received_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** While a process handles it: when another one may take it. */
    nextTryAt: time('next_try_at').notNull(),
    doneAt: time('done_at'),
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
    id: id(),
    chatId: whole('chat_id').notNull(),
    /** The account it is for; null: the chat has none. */
    accountId: ref('account_id', () => accounts.id),
    method: text('method').notNull(),
    /** Data to send; null once done. */
    data: jsonb('data').$type<Record<string, unknown>>(),
    /** Cause, such as `event 12`: sent once per chat. */
    cause: text('cause'),
    ticketId: whole('ticket_id'),
    /** Telegram's number of the sent message, within its chat. */
    messageId: whole('message_id'),
    createdAt: time('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: time('next_try_at').notNull(),
    /** Sent, or given up: then `error` says why. */
    doneAt: time('done_at'),
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

/** Groups that refused a call of the bot, until one takes it. */
export const telegramRefusals = pgTable('telegram_refusals', {
  chatId: whole('chat_id').primaryKey(),
  /** The chat and Telegram's words. */
  error: text('error').notNull(),
  refusedAt: time('refused_at').notNull(),
})

/** Members that the bot admitted to the guarded group. */
export const telegramGuests = pgTable(
  'telegram_guests',
  {
    chatId: whole('chat_id').notNull(),
    telegramId: whole('telegram_id').notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    letInAt: time('let_in_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.telegramId] }), index('telegram_guests_account').on(t.accountId)],
)
