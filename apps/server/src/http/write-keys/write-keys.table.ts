import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, time, whole } from '../../db/columns.ts'

/** Writes that their caller gave a key, so that a repeat gets the first answer. Kept 48 hours. */
export const writeKeys = pgTable(
  'write_keys',
  {
    accountId: whole('account_id').notNull(),
    key: text('key').notNull(),
    /** Hash of what was asked. */
    request: bytea('request').notNull(),
    /** Who works on it: nobody else may commit for this key. */
    owner: uuid('owner').notNull(),
    claimedAt: time('claimed_at').notNull(),
    /** One for each transaction that has committed. */
    marks: uuid('marks').array().notNull().default([]),
    /** Sealed, because answers may hold secrets; null: none yet, or it was lost. */
    answer: text('answer'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('write_keys_claimed').on(t.claimedAt)],
)
