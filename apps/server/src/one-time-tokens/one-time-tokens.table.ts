import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, ref, time } from '../db/columns.ts'

/** Secrets that work once and for a short time: links in mails, steps of a sign-in, challenges. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    /** SHA-256 of the token. */
    tokenHash: bytea('token_hash').primaryKey(),
    /** A token is refused for any other purpose. */
    purpose: text('purpose').notNull(),
    /** Account that the token acts for; null: nobody has signed in yet. */
    accountId: ref('account_id', () => accounts.id),
    data: jsonb('data').$type<unknown>().notNull(),
    /** Failed attempts to use the token. */
    tries: integer('tries').notNull().default(0),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    index('one_time_tokens_account').on(t.accountId),
    index('one_time_tokens_expires').on(t.expiresAt),
    // Addresses that can still be put back are kept for their account.
    index('one_time_tokens_undo')
      .on(sql`(data -> 'before' ->> 'subject')`)
      .where(sql`purpose = 'undo_address'`),
  ],
)
