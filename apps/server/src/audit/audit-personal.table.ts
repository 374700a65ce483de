import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, whole } from '../db/columns.ts'

/**
 * Addresses that audit rows name by number, because the rows themselves never change. When an account closes, its texts go; the rows stay
 * and then name the account.
 */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    id: id(),
    /** Whose it is; null: nobody's that is known here. */
    accountId: whole('account_id'),
    /** null: its account was closed. */
    text: text('text'),
  },
  (t) => [index('audit_personal_account').on(t.accountId), index('audit_personal_text').on(sql`lower(${t.text})`)],
)
