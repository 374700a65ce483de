import { may } from '@portico/contract/access'
import type { Permission, Permissions } from '@portico/contract/permissions'
import { useWho } from './who.ts'

/** What the signed-in person may do in the console: for what a page shows. The server decides. */
export function useMay(): (needed: Permission) => boolean {
  const { permissions } = useWho()
  // Names that a newer server knows allow nothing here.
  return (needed) => may(permissions as Permissions, needed)
}
