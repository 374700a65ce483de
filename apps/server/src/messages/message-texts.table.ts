import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { MessageTemplate } from '@portico/contract/message-placeholders'
import { time } from '../db/columns.ts'

/** Texts that an operator has changed. A text without a row is the built-in one. */
export const messageTexts = pgTable(
  'message_texts',
  {
    template: text('template').$type<MessageTemplate>().notNull(),
    language: text('language').$type<'en' | 'zh-CN'>().notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    sms: text('sms').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.template, t.language] })],
)
