import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'

export const inviteCodes = pgTable(
  'invite_codes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    /** The code in its compared form: upper case. */
    code: text('code').notNull(),
    /** How many accounts the code can open; null: no limit. */
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    pageViews: integer('page_views').notNull().default(0),
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
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
    accountId: bigint('account_id', { mode: 'number' })
      .primaryKey()
      .references(() => accounts.id),
    codeId: bigint('code_id', { mode: 'number' })
      .notNull()
      .references(() => inviteCodes.id),
    /** The address as limits count it. */
    network: text('network').notNull(),
    /** The code's owner had a session on that network. */
    sameAsOwner: boolean('same_as_owner').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('invite_uses_code').on(t.codeId, t.createdAt), index('invite_uses_network').on(t.network)],
)
export type InviteUseRow = typeof inviteUses.$inferSelect
