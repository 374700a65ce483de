import { may } from '@portico/contract/access'
import type { Permissions } from '@portico/contract/permissions'
import { redirect } from '@tanstack/react-router'
import { isAdmin, who } from '../../api/who.ts'
import { adminMenu } from '../layout/console/console-menu.ts'
import { findEntry } from '../layout/menu.ts'

/**
 * Members get the 404 page for all of the console, staff for pages their role does not allow. Staff who must set up a second factor
 * first are led to the dashboard, which says so.
 */
export function requireStaff(pathname: string): void {
  const user = who.get()
  if (user?.needs_factor) throw redirect({ to: '/dashboard', replace: true })
  const entry = findEntry(adminMenu, pathname)?.entry
  const held = (user?.permissions ?? []) as Permissions
  const opens = entry !== undefined && [entry.needs ?? []].flat().some((one) => may(held, one))
  if (!isAdmin(user) || !opens) throw redirect({ to: '/404', replace: true })
}
