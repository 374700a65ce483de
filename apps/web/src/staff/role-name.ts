import type { StaffRole } from '@portico/contract/staff-admin'
import { t } from '../i18n.ts'

const ready = {
  owner: 'staff_role.owner',
  support: 'staff_role.support',
  finance: 'staff_role.finance',
  network: 'staff_role.network',
  content: 'staff_role.content',
} as const

/** A built-in role has a name in each language. A role of the site has the name it was given. */
export function roleName(key: string | null, name: string): string {
  return key !== null && Object.hasOwn(ready, key) ? t(ready[key as keyof typeof ready]) : name
}

/** The name of the role with this id; empty until the roles are loaded. */
export function nameOfRole(roles: StaffRole[], id: number): string {
  const role = roles.find((each) => each.id === id)
  return role ? roleName(role.key, role.name) : ''
}
