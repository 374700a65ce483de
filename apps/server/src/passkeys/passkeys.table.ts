import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, id, ref, time, whole } from '../db/columns.ts'

/** Keys that browsers, phones and security keys keep for an account. Ours are the public halves. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** As the browser names it, in base64url. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** How often it was used, if it counts; it never goes back. 0: it does not count. */
    counter: whole('counter').notNull(),
    transports: text('transports').array().notNull().default([]),
    /** true: copied between devices. */
    synced: boolean('synced').notNull(),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_account').on(t.accountId)],
)
export type PasskeyRow = typeof passkeys.$inferSelect
