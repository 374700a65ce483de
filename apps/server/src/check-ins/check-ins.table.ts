import { bigint, date, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

export const checkIns = pgTable(
  'check_ins',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** Date in the site's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day] })],
)
