import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockOwnRole, removeRole } from '../roles/change-roles.ts'
import { requireCover } from '../roles/role-permissions.ts'
import { staffInvitations } from './staff-invitations.table.ts'

/** Deletes a role. Throws `staff.role_in_use` while anyone has it or is invited with it. */
export async function deleteRole({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockOwnRole(tx, id)
    requireCover(by, before)
    const open = and(eq(staffInvitations.roleId, id), isNull(staffInvitations.acceptedAt), isNull(staffInvitations.revokedAt))
    if ((await tx.$count(staffInvitations, open)) > 0) throw new AppError('staff.role_in_use')
    // The audit log keeps the history of old invitations.
    await tx.delete(staffInvitations).where(eq(staffInvitations.roleId, id))
    await removeRole(tx, by, before, now)
  })
}
