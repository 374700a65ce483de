import { pgTable } from 'drizzle-orm/pg-core'
import { whole } from '../../db/columns.ts'

/** Not a table of the site: accounts whose address is stored letter by letter, because a later member has its folded form. */
export const addressFixes = pgTable('moving_addresses_alike', { accountId: whole('account_id').notNull() })
