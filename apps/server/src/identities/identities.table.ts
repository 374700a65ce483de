import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

/** Who can sign in to an account: an e-mail address, a phone number, or an account at another site. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** `email`, `phone`, or the issuer's URL. */
    provider: text('provider').notNull(),
    /** The address as it is compared, the number in E.164, or the issuer's `sub`. */
    subject: text('subject').notNull(),
    /** Display form: the address as entered, the number, or the name at the issuer. */
    label: text('label').notNull(),
    /** When the member proved that it is theirs; null: not yet. */
    verifiedAt: time('verified_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('identities_subject').on(t.provider, t.subject),
    // One address and one number each; several accounts at other sites.
    uniqueIndex('identities_own')
      .on(t.accountId, t.provider)
      .where(sql`provider in ('email', 'phone')`),
    index('identities_account').on(t.accountId),
    check('identities_subject_given', sql`subject <> ''`),
  ],
)
export type IdentityRow = typeof identities.$inferSelect
