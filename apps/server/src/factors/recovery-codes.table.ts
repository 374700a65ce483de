import { bigint, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea } from '../db/columns.ts'

/** Codes that replace the authenticator app, each once: a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the code's letters and digits; 80 random bits need no slow hash. */
    codeHash: bytea('code_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
)
