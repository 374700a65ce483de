import { may } from '@portico/contract/access'
import { type Permissions, readyRoles } from '@portico/contract/permissions'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { StaffRoleRow } from './staff-roles.table.ts'

type Role = Pick<StaffRoleRow, 'key' | 'permissions'>

/** The permissions of a role. Ready-made roles take theirs from the contract, so they grow with the console. */
export function permissionsOf(role: Role): Permissions {
  return role.key === null ? role.permissions : readyRoles[role.key]
}

/** Whether the actor has all permissions of a role. Staff cannot give, change or take a role that allows more than their own. */
export function covers(by: Actor, role: Role): boolean {
  return permissionsOf(role).every((one) => (one === '*' ? by.permissions.includes('*') : may(by.permissions, one)))
}

export function requireCover(by: Actor, role: Role): void {
  if (!covers(by, role)) throw new AppError('staff.beyond_own')
}
