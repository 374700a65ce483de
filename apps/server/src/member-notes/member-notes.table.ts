import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

/** What operators note about a member, for each other: never shown to the member. `accounts.remarks` is the one that is always in sight. */
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
