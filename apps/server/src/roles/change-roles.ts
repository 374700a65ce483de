import { writtenRow } from '../db/written-row.ts'
import type { RoleInput } from '@portico/contract/staff-admin'
import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { isForeignKeyViolation, isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError, foundRow } from '../errors.ts'
import { requireCover } from './role-permissions.ts'
import { type StaffRoleRow, staffRoles } from './staff-roles.table.ts'

export function createRole({ transaction }: Database, by: Actor, input: RoleInput, now: Date): Promise<number> {
  requireCover(by, { key: null, permissions: input.permissions })
  return transaction((tx) => insertRole(tx, by, input, now))
}

/** `createRole` within the caller's transaction; the caller checks what the actor may give. */
export async function insertRole(tx: Tx, by: Actor, input: RoleInput, now: Date): Promise<number> {
  const insert = tx.insert(staffRoles).values({ ...sorted(input), createdAt: now })
  const role = writtenRow(await refuseTakenName(insert.returning()))
  await record(tx, by, { action: 'staff_role.create', entity: 'staff_role', id: role.id, after: sorted(input) }, now)
  return role.id
}

/** Refuses a stale `version` (`account.version_conflict`). Holders get the new permissions with their next request. */
export async function updateRole(
  { transaction }: Database,
  by: Actor,
  id: number,
  { version, ...input }: RoleInput & { version: number },
  now: Date,
): Promise<void> {
  requireCover(by, { key: null, permissions: input.permissions })
  await transaction(async (tx) => {
    const before = await lockOwnRole(tx, id)
    requireCover(by, before)
    if (before.version !== version) throw new AppError('account.version_conflict')
    const after = { ...sorted(input), version: version + 1 }
    await refuseTakenName(tx.update(staffRoles).set(after).where(eq(staffRoles.id, id)))
    await record(tx, by, { action: 'staff_role.update', entity: 'staff_role', id, before: inputOf(before), after: sorted(input) }, now)
  })
}

/** Deletes a role. Throws `staff.role_in_use` while anyone has it. */
export async function removeRole(tx: Tx, by: Actor, before: StaffRoleRow, now: Date): Promise<void> {
  await orRefuse(tx.delete(staffRoles).where(eq(staffRoles.id, before.id)), isForeignKeyViolation, new AppError('staff.role_in_use'))
  await record(tx, by, { action: 'staff_role.delete', entity: 'staff_role', id: before.id, before: inputOf(before) }, now)
}

/** Locks a custom role. Ready-made ones cannot be changed, and are `not_found`. */
export async function lockOwnRole(tx: Tx, id: number): Promise<StaffRoleRow> {
  const own = and(eq(staffRoles.id, id), isNull(staffRoles.key))
  return foundRow(await tx.select().from(staffRoles).where(own).for('update'))
}

const inputOf = ({ name, permissions }: StaffRoleRow): RoleInput => ({ name, permissions })

function sorted({ name, permissions }: RoleInput): RoleInput {
  return { name, permissions: [...new Set(permissions)].toSorted() }
}

function refuseTakenName<T>(statement: PromiseLike<T>): Promise<T> {
  const refusal = new AppError('staff.role_taken', { fields: { name: 'staff.role_taken' } })
  return orRefuse(statement, (error) => isUniqueViolation(error, 'staff_roles_name'), refusal)
}
