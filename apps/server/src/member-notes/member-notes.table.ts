import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Operators' notes about members, never shown to them. `accounts.remarks` is the one always in sight. */
export const memberNotes = pgTable(
  'member_notes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    authorId: bigint('author_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    text: text('text').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [index('member_notes_account').on(t.accountId, t.at, t.id)],
)
export type MemberNoteRow = typeof memberNotes.$inferSelect
