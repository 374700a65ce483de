import type { Permission } from '@portico/contract/permissions'
import type { StaffRole } from '@portico/contract/staff-admin'
import { type MessageKey, useT } from '../i18n.ts'

type PermissionKey<P extends string> = P extends `${infer A}.${infer B}` ? `permission.${A}_${B}` : `permission.${P}`

/** The key of the message that names a permission. */
export function permissionKey<P extends Permission>(permission: P): PermissionKey<P> {
  // Dots separate the area of a message from its name.
  return `permission.${permission.replace('.', '_')}` as PermissionKey<P>
}

/** Permissions in the menu's order. */
export const permissionGroups: { title: MessageKey; members: Permission[] }[] = [
  { title: 'permission.group_members', members: ['members.read', 'members.write', 'members.link', 'members.access'] },
  { title: 'permission.group_orders', members: ['orders.read', 'orders.write', 'orders.refund'] },
  {
    title: 'permission.group_money',
    members: ['money.read', 'money.book', 'money.adjust', 'withdrawals.decide', 'payments.read', 'payments.write'],
  },
  {
    title: 'permission.group_offers',
    members: ['plans.read', 'plans.write', 'coupons.read', 'coupons.write', 'codes.read', 'codes.write'],
  },
  {
    title: 'permission.group_network',
    members: ['nodes.read', 'nodes.write', 'nodes.secret', 'outages.compensate', 'traffic.read', 'clients.read', 'clients.write'],
  },
  {
    title: 'permission.group_site',
    members: ['content.write', 'settings.read', 'settings.write', 'settings.money', 'settings.security'],
  },
  { title: 'permission.group_staff', members: ['staff.read', 'staff.write', 'log.read', 'jobs.write', 'export'] },
]

/** A role's permissions in one line. */
export function useRoleText(): (role: StaffRole) => string {
  const t = useT()
  return ({ permissions }) =>
    permissions.includes('*')
      ? t('permission.all')
      : permissions.flatMap((one) => (one === '*' ? [] : [t(permissionKey(one))])).join(t('permission.separator'))
}
