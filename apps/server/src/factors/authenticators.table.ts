import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

/** The authenticator app of an account, at most one. */
export const authenticators = pgTable('authenticators', {
  accountId: bigint('account_id', { mode: 'number' })
    .primaryKey()
    .references(() => accounts.id),
  /** Sealed; base32 inside. */
  secret: text('secret').notNull(),
  /** The 30-second step of the last code that was accepted: no code works twice, nor an older one after it. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** When its first code was entered; null: not yet, and it counts for nothing. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
export type AuthenticatorRow = typeof authenticators.$inferSelect
