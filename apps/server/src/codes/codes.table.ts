import type { CodePurpose } from '@portico/contract/codes'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, time } from '../db/columns.ts'

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
    /** The account that asked, if it was signed in. */
    accountId: ref('account_id', () => accounts.id),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('codes_account').on(t.accountId), index('codes_expires').on(t.expiresAt)],
)
export type CodeRow = typeof codes.$inferSelect
