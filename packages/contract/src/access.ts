import type { Access, Needs } from './endpoint.ts'
import type { Permission, Permissions } from './permissions.ts'

// Separate from the list of permissions, which the login page does not need.

export function may(held: Permissions, needed: Permission): boolean {
  return held.includes('*') || held.includes(needed)
}

/** Whether only staff may call an endpoint. */
export function isConsole(access: Access): access is Needs {
  return typeof access !== 'string'
}

export function meets(held: Permissions, needs: Needs): boolean {
  return 'anyOf' in needs ? needs.anyOf.some((one) => may(held, one)) : needs.every((one) => may(held, one))
}
