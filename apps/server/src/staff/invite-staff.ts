import { writtenRow } from '../db/written-row.ts'
import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { emailKey } from '../accounts/email-key.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { hashToken } from '../sessions/sessions.ts'
import { findRole, nameOf } from './change-staff.ts'
import { requireCover } from '../roles/role-permissions.ts'
import { type StaffInvitationRow, staffInvitations } from './staff-invitations.table.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'

const LIFETIME_MS = 3 * 24 * 3600_000

/**
 * Invites someone to the staff. Returns the token of the link; only its hash is stored. Revokes an open invitation to the same address.
 * Throws `staff.already` if that account is staff.
 */
export function inviteStaff(
  { transaction }: Database,
  by: Actor,
  { email, roleId }: { email: string; roleId: number },
  now: Date,
): Promise<{ invitation: StaffInvitationRow; token: string }> {
  const key = emailKey(email)
  const token = randomBytes(32).toString('base64url')
  return transaction(async (tx) => {
    const role = await findRole(tx, roleId)
    requireCover(by, role)
    const [known] = await tx.select({ roleId: accounts.roleId }).from(accounts).where(eq(accounts.emailKey, key))
    if (known && known.roleId !== null) throw new AppError('staff.already', { fields: { email: 'staff.already' } })
    await lockAddress(tx, key)
    await tx.update(staffInvitations).set({ revokedAt: now }).where(isOpen(key))
    const values = {
      email,
      emailKey: key,
      roleId,
      tokenHash: hashToken(token),
      invitedBy: by.accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    }
    const invitation = writtenRow(await tx.insert(staffInvitations).values(values).returning())
    await record(tx, by, { ...entry('invite', invitation.id), after: { email, role: nameOf(role) } }, now)
    return { invitation, token }
  })
}

/** Revokes an invitation. Throws `not_found` if it was accepted or revoked. */
export async function revokeInvitation({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const found = foundRow(
      await tx
        .select({ invitation: staffInvitations, role: staffRoles })
        .from(staffInvitations)
        .innerJoin(staffRoles, eq(staffRoles.id, staffInvitations.roleId))
        .where(and(eq(staffInvitations.id, id), isNull(staffInvitations.acceptedAt), isNull(staffInvitations.revokedAt)))
        .for('update', { of: staffInvitations }),
    )
    requireCover(by, found.role)
    await tx.update(staffInvitations).set({ revokedAt: now }).where(eq(staffInvitations.id, id))
    await record(tx, by, { ...entry('revoke_invitation', id), before: { email: found.invitation.email, role: nameOf(found.role) } }, now)
  })
}

const isOpen = (key: string) =>
  and(eq(staffInvitations.emailKey, key), isNull(staffInvitations.acceptedAt), isNull(staffInvitations.revokedAt))

/** Invitations to the same address wait for each other. */
async function lockAddress(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.staff'), hashtext(${key}))`)
}

const entry = (verb: string, id: number) => ({ action: `staff.${verb}`, entity: 'staff_invitation', id }) as const
