import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Keyed hashes of addresses, kept after an account is closed: a person who registers with one again is no new member. */
export const holderKeys = pgTable(
  'holder_keys',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('holder_keys_key').on(t.key)],
)
