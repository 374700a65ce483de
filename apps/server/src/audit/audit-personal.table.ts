import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Addresses that audit rows name by number, because the rows themselves never change. When an account closes, its texts go; the rows stay
 * and then name the account.
 */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Whose it is; null: nobody's that is known here. */
    accountId: bigint('account_id', { mode: 'number' }),
    /** null: its account was closed. */
    text: text('text'),
  },
  (t) => [index('audit_personal_account').on(t.accountId), index('audit_personal_text').on(sql`lower(${t.text})`)],
)
