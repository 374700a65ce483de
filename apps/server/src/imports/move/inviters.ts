import { pgTable } from 'drizzle-orm/pg-core'
import { whole } from '../../db/columns.ts'

/** Not a table of the site: inviters wait here until all members are there, and are joined to their accounts then. */
export const inviters = pgTable('moving_inviters', { accountId: whole('account_id').notNull(), inviterId: whole('inviter_id').notNull() })
