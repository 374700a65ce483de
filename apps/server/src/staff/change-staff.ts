import { and, eq, isNotNull } from 'drizzle-orm'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import { setAccountRole } from '../accounts/set-account-role.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { keepOneOwner } from '../roles/owners.ts'
import { requireCover } from '../roles/role-permissions.ts'
import { type StaffRoleRow, staffRoles } from '../roles/staff-roles.table.ts'

/** Gives a staff member another role and ends their sessions. Throws `staff.last_owner` for the last owner. */
export function setStaffRole({ transaction }: Database, by: Actor, accountId: number, roleId: number, now: Date): Promise<void> {
  return transaction(async (tx) => {
    const { role: before } = await lockStaff(tx, by, accountId)
    const after = await findRole(tx, roleId)
    requireCover(by, after)
    if (before.id === after.id) return
    if (before.key === 'owner') await keepOneOwner(tx, accountId)
    await setAccountRole(tx, accountId, roleId)
    await record(tx, by, { ...entry('set_role', accountId), before: { role: nameOf(before) }, after: { role: nameOf(after) } }, now)
  })
}

/** Removes someone's access to the console and ends their sessions; the account stays as a member. */
export function removeStaff({ transaction }: Database, by: Actor, accountId: number, now: Date): Promise<void> {
  return transaction(async (tx) => {
    const { role } = await lockStaff(tx, by, accountId)
    if (role.key === 'owner') await keepOneOwner(tx, accountId)
    await setAccountRole(tx, accountId, null)
    await record(tx, by, { ...entry('remove', accountId), before: { role: nameOf(role) }, after: { role: null } }, now)
  })
}

export async function findRole(tx: Tx, id: number): Promise<StaffRoleRow> {
  const [role] = await tx.select().from(staffRoles).where(eq(staffRoles.id, id)).for('share')
  if (!role) throw new AppError('staff.role_unknown', { fields: { role_id: 'staff.role_unknown' } })
  return role
}

export const nameOf = ({ key, name }: StaffRoleRow): string => key ?? name

// A role gives rights, not money: `requireCover` limits them.
const entry = (verb: string, accountId: number) =>
  ({ action: `staff.${verb}`, entity: 'member', beneficiary: null, id: accountId }) as const

async function lockStaff(tx: Tx, by: Actor, accountId: number): Promise<{ account: AccountRow; role: StaffRoleRow }> {
  const found = foundRow(
    await tx
      .select({ account: accounts, role: staffRoles })
      .from(accounts)
      .innerJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
      .where(and(eq(accounts.id, accountId), isNotNull(accounts.roleId)))
      .for('update', { of: accounts }),
  )
  requireCover(by, found.role)
  return found
}
