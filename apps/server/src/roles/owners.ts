import { and, eq, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { staffRoles } from './staff-roles.table.ts'

/** The role with all permissions. Every database has it. */
export async function ownerRoleId(db: Db): Promise<number> {
  const [row] = await db.select({ id: staffRoles.id }).from(staffRoles).where(eq(staffRoles.key, 'owner'))
  if (!row) throw new Error('the owner role is missing')
  return row.id
}

export async function isOwner(db: Db, accountId: number): Promise<boolean> {
  return (await db.$count(accounts, and(eq(accounts.id, accountId), eq(accounts.roleId, await ownerRoleId(db))))) > 0
}

/**
 * Call it before an account stops being an owner who can sign in. Locks all owners, so that two cannot remove each other at once. Throws
 * `staff.last_owner` for the last one; does nothing if the account is no owner.
 */
export async function keepOneOwner(tx: Tx, leavingId: number): Promise<void> {
  const roleId = await ownerRoleId(tx)
  const owners = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.roleId, roleId), isNull(accounts.bannedAt)))
    .orderBy(accounts.id)
    .for('update')
  if (owners.length === 1 && owners[0]?.id === leavingId) throw new AppError('staff.last_owner')
}
