import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { CannedReply } from '@portico/contract/canned-replies-admin'
import { translations } from '../db/columns.ts'

/** Texts that staff put into replies to tickets. */
export const cannedReplies = pgTable(
  'canned_replies',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    translations: translations<CannedReply['translations']>(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  () => [check('canned_replies_texts', sql`title <> '' and text <> ''`)],
)
export type CannedReplyRow = typeof cannedReplies.$inferSelect
