import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref } from '../db/columns.ts'

/** Keyed hashes of addresses, kept after an account is closed: a person who registers with one again is no new member. */
export const holderKeys = pgTable(
  'holder_keys',
  {
    accountId: ref('account_id', () => accounts.id).notNull(),
    key: text('key').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('holder_keys_key').on(t.key)],
)
