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
    /** Account that the address belongs to; null: not an account's. */
    accountId: bigint('account_id', { mode: 'number' }),
    /** null: the account was closed. */
    text: text('text'),
  },
  (t) => [index('audit_personal_account').on(t.accountId), index('audit_personal_text').on(sql`lower(${t.text})`)],
)
