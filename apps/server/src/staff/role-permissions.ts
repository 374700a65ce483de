import { type Permissions, readyRoles } from '@portico/contract/permissions'
import type { StaffRoleRow } from './staff-roles.table.ts'

/** What a role allows. A permission that a role of an older version names and this one does not know allows nothing. */
export function permissionsOf(role: Pick<StaffRoleRow, 'key' | 'permissions'>): Permissions {
  return role.key === null ? role.permissions : readyRoles[role.key]
}
