import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

/** Operators' notes about members, never shown to them. `accounts.remarks` is the one always in sight. */
export const memberNotes = pgTable(
  'member_notes',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    authorId: ref('author_id', () => accounts.id).notNull(),
    text: text('text').notNull(),
    at: time('at').notNull(),
  },
  (t) => [index('member_notes_account').on(t.accountId, t.at, t.id)],
)
export type MemberNoteRow = typeof memberNotes.$inferSelect
