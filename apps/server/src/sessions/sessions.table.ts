import { bigint, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea } from '../db/columns.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the token. Only the browser has the token itself. */
    tokenHash: bytea('token_hash').notNull(),
    /** The token before the last rotation, valid until `previousUntil`. */
    previousHash: bytea('previous_hash'),
    previousUntil: timestamp('previous_until', { withTimezone: true }),
    device: text('device').notNull(),
    ip: text('ip').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the owner last proved who they are: at sign-in, or when asked again. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }).notNull(),
    rotatedAt: timestamp('rotated_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    uniqueIndex('sessions_previous').on(t.previousHash),
    index('sessions_account').on(t.accountId),
    index('sessions_ip').on(t.ip),
    index('sessions_expires').on(t.expiresAt),
  ],
)
export type SessionRow = typeof sessions.$inferSelect
