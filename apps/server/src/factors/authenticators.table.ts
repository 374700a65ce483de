import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** Authenticator apps, at most one per account. */
export const authenticators = pgTable('authenticators', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** The encrypted key, base32 inside. */
  secret: text('secret').notNull(),
  /** The 30-second step of the last code that was accepted: no code works twice, nor an older one after it. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** When the first code was entered; null: not yet, so sign-in ignores it. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
export type AuthenticatorRow = typeof authenticators.$inferSelect
