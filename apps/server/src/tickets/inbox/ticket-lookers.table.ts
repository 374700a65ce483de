import { bigint, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../../accounts/accounts.table.ts'
import { tickets } from '../tickets.table.ts'

/** Staff who have a ticket on the screen. Unlogged: after a crash they say so again within seconds. */
export const ticketLookers = pgTable(
  'ticket_lookers',
  {
    ticketId: bigint('ticket_id', { mode: 'number' })
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
    /** When they last wrote something unsent; null: nothing. */
    writingAt: timestamp('writing_at', { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.accountId] })],
)
