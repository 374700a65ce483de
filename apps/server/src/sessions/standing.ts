import type { Caller } from '../actor.ts'
import { permissionsOf } from '../roles/role-permissions.ts'
import type { StaffRoleRow } from '../roles/staff-roles.table.ts'

/** What decides what an account may do: its role, and since when it has a second factor (null: it has none). */
export type Standing = { role: StaffRoleRow | null; factorSince: Date | null }

/** Where staff must have a second factor, those without one are staff who may do nothing yet. */
export function acts({ role, factorSince }: Standing, factorRequired: boolean): Pick<Caller, 'kind' | 'permissions' | 'needsFactor'> {
  if (!role) return { kind: 'member', permissions: [], needsFactor: false }
  const needsFactor = factorRequired && factorSince === null
  return { kind: 'staff', permissions: needsFactor ? [] : permissionsOf(role), needsFactor }
}
