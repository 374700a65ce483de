import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { accounts } from '../../accounts/accounts.table.ts'
import { ref, time } from '../../db/columns.ts'
import { tickets } from '../tickets.table.ts'

/** Staff who have a ticket on the screen. Unlogged: after a crash they say so again within seconds. */
export const ticketLookers = pgTable(
  'ticket_lookers',
  {
    ticketId: ref('ticket_id', () => tickets.id, { onDelete: 'cascade' }).notNull(),
    accountId: ref('account_id', () => accounts.id, { onDelete: 'cascade' }).notNull(),
    seenAt: time('seen_at').notNull(),
    /** When they last wrote something that is not sent; null: nothing. */
    writingAt: time('writing_at'),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.accountId] })],
)
