import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, id, ref, time } from '../db/columns.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** The linked account that is used; null: the own one. It counts only while it is linked. */
    chosenId: ref('chosen_id', () => accounts.id),
    /** SHA-256 of the token. Only the browser has the token itself. */
    tokenHash: bytea('token_hash').notNull(),
    /** The token before the last rotation, valid until `previousUntil`. */
    previousHash: bytea('previous_hash'),
    previousUntil: time('previous_until'),
    device: text('device').notNull(),
    ip: text('ip').notNull(),
    createdAt: time('created_at').notNull(),
    /** When the owner last proved who they are: at sign-in, or when asked again. */
    confirmedAt: time('confirmed_at').notNull(),
    rotatedAt: time('rotated_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    uniqueIndex('sessions_previous').on(t.previousHash),
    index('sessions_account').on(t.accountId),
    index('sessions_chosen')
      .on(t.chosenId)
      .where(sql`chosen_id is not null`),
    index('sessions_ip').on(t.ip),
    index('sessions_expires').on(t.expiresAt),
  ],
)
export type SessionRow = typeof sessions.$inferSelect
