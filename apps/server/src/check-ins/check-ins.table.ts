import { date, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, whole } from '../db/columns.ts'

export const checkIns = pgTable(
  'check_ins',
  {
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** Date in the site's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    bytes: whole('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day] })],
)
