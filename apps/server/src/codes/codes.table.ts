import type { CodePurpose } from '@portico/contract/codes'
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Six-digit codes sent by mail or SMS, one row per sending. */
export const codes = pgTable(
  'codes',
  {
    /** Random id. Only the browser that asked knows it, so strangers cannot use up the tries. */
    id: text('id').primaryKey(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    channel: text('channel').$type<'email' | 'phone'>().notNull(),
    /** The address as it is compared, or the number in E.164. */
    subject: text('subject').notNull(),
    /** The account that asked while signed in; null: a visitor. */
    accountId: bigint('account_id', { mode: 'number' }).references(() => accounts.id),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('codes_account').on(t.accountId), index('codes_expires').on(t.expiresAt)],
)
export type CodeRow = typeof codes.$inferSelect
