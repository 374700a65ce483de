import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

export const inviteCodes = pgTable(
  'invite_codes',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    /** As it is compared: upper case. */
    code: text('code').notNull(),
    /** How many accounts the code can open; null: no limit. */
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    pageViews: integer('page_views').notNull().default(0),
    disabledAt: time('disabled_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('invite_codes_code').on(t.code),
    index('invite_codes_account').on(t.accountId),
    index('invite_codes_created').on(t.createdAt, t.id),
    check('invite_codes_uses', sql`uses >= 0 and (max_uses is null or (max_uses > 0 and uses <= max_uses))`),
  ],
)
export type InviteCodeRow = typeof inviteCodes.$inferSelect

/** Which accounts used which code, and from where: shows members who invited their own second account. */
export const inviteUses = pgTable(
  'invite_uses',
  {
    accountId: ref('account_id', () => accounts.id).primaryKey(),
    codeId: ref('code_id', () => inviteCodes.id).notNull(),
    /** The address as limits count it. */
    network: text('network').notNull(),
    /** The code's owner had a session on that network. */
    sameAsOwner: boolean('same_as_owner').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('invite_uses_code').on(t.codeId, t.createdAt), index('invite_uses_network').on(t.network)],
)
export type InviteUseRow = typeof inviteUses.$inferSelect
