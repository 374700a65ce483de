import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea } from '../db/columns.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'

/** Invitations to the staff. Only someone with the link can accept; the database has only its hash. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    roleId: bigint('role_id', { mode: 'number' })
      .notNull()
      .references(() => staffRoles.id),
    tokenHash: bytea('token_hash').notNull(),
    invitedBy: bigint('invited_by', { mode: 'number' }).references(() => accounts.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    acceptedAt: timestamp('accepted_at', { withTimezone: true }),
    acceptedBy: bigint('accepted_by', { mode: 'number' }).references(() => accounts.id),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('staff_invitations_token').on(t.tokenHash),
    // A new invitation replaces an open one.
    uniqueIndex('staff_invitations_open')
      .on(t.emailKey)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
)
export type StaffInvitationRow = typeof staffInvitations.$inferSelect
