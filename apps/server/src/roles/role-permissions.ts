import { may } from '@portico/contract/access'
import { type Permissions, readyRoles } from '@portico/contract/permissions'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { StaffRoleRow } from './staff-roles.table.ts'

type Role = Pick<StaffRoleRow, 'key' | 'permissions'>

/** What a role allows. A ready-made one takes its permissions from the contract, so that it grows with the console. */
export function permissionsOf(role: Role): Permissions {
  return role.key === null ? role.permissions : readyRoles[role.key]
}

/** Nobody gives, changes or takes a role that allows more than they may do themselves. */
export function covers(by: Actor, role: Role): boolean {
  return permissionsOf(role).every((one) => (one === '*' ? by.permissions.includes('*') : may(by.permissions, one)))
}

export function requireCover(by: Actor, role: Role): void {
  if (!covers(by, role)) throw new AppError('staff.beyond_own')
}
