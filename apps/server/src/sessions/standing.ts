import type { Caller } from '../actor.ts'
import { permissionsOf } from '../roles/role-permissions.ts'
import type { StaffRoleRow } from '../roles/staff-roles.table.ts'

/** An account's role, and since when it has a second factor; null: none. */
export type Standing = { role: StaffRoleRow | null; factorSince: Date | null }

/** Kind and permissions of an account. Staff without a required second factor have no permissions. */
export function callerRights(
  { role, factorSince }: Standing,
  factorRequired: boolean,
): Pick<Caller, 'kind' | 'permissions' | 'needsFactor'> {
  if (!role) return { kind: 'member', permissions: [], needsFactor: false }
  const needsFactor = factorRequired && factorSince === null
  return { kind: 'staff', permissions: needsFactor ? [] : permissionsOf(role), needsFactor }
}
