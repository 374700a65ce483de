import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { bytea, id, ref, time } from '../db/columns.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'

/** Invitations to the staff. Only someone with the link can accept; the database has only its hash. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: id(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    roleId: ref('role_id', () => staffRoles.id).notNull(),
    tokenHash: bytea('token_hash').notNull(),
    invitedBy: ref('invited_by', () => accounts.id),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    acceptedAt: time('accepted_at'),
    acceptedBy: ref('accepted_by', () => accounts.id),
    revokedAt: time('revoked_at'),
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
