import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import type { CannedReply } from '@portico/contract/canned-replies-admin'
import { id, time, translations } from '../db/columns.ts'

/** Texts that staff put into replies to tickets. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: id(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    translations: translations<CannedReply['translations']>(),
    updatedAt: time('updated_at').notNull(),
  },
  () => [check('canned_replies_texts', sql`title <> '' and text <> ''`)],
)
export type CannedReplyRow = typeof cannedReplies.$inferSelect
