import { may } from '@portico/contract/access'
import type { Permission, Permissions } from '@portico/contract/permissions'
import { useWho } from './who.ts'

/** The signed-in user's console permissions, to decide what a page shows. The server enforces them. */
export function useMay(): (needed: Permission) => boolean {
  const { permissions } = useWho()
  // A permission that only a newer server knows allows nothing here.
  return (needed) => may(permissions as Permissions, needed)
}
