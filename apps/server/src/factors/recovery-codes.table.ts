import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, ref, time } from '../db/columns.ts'

/** Codes that replace the authenticator app, each once: a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** SHA-256 of the code's letters and digits; 80 random bits need no slow hash. */
    codeHash: bytea('code_hash').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.codeHash] })],
)
