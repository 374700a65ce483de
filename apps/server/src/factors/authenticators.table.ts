import { pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { ref, time, whole } from '../db/columns.ts'

/** Authenticator apps, at most one per account. */
export const authenticators = pgTable('authenticators', {
  accountId: ref('account_id', () => accounts.id).primaryKey(),
  /** Sealed; base32 inside. */
  secret: text('secret').notNull(),
  /** The 30-second step of the last code that was accepted: no code works twice, nor an older one after it. */
  lastStep: whole('last_step').notNull().default(0),
  /** When its first code was entered; null: not yet, and it counts for nothing. */
  confirmedAt: time('confirmed_at'),
  createdAt: time('created_at').notNull(),
})
export type AuthenticatorRow = typeof authenticators.$inferSelect
