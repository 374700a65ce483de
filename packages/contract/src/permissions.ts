import * as z from 'zod/mini'

/** What staff may do, one name per kind of work. Console endpoints name theirs in `access`. */
export const permissions = [
  'members.read',
  /** Plan, quota, limits, suspension, notes. */
  'members.write',
  /** What opens an account: e-mail address, password, sessions, subscription link. */
  'members.access',
  'orders.read',
  /** Assign, cancel, retry. */
  'orders.write',
  'orders.refund',
  /** Ledger, income, payments in doubt, statements, commission, withdrawals. */
  'money.read',
  /** Book money by hand: mark as paid, settle a payment in doubt or a statement line. */
  'money.book',
  /** Balances, personal discounts and commission rates. */
  'money.adjust',
  'withdrawals.decide',
  'payments.read',
  /** Payment methods with their gateway keys. */
  'payments.write',
  /** Plans and permission groups. */
  'plans.read',
  'plans.write',
  /** Coupons, promotions, invite codes: whoever reads a coupon's code can use it. */
  'coupons.read',
  'coupons.write',
  /** Redeem codes: whoever reads one can use it. */
  'codes.read',
  'codes.write',
  'nodes.read',
  'nodes.write',
  /** Make or replace the secret of a node or machine. */
  'nodes.secret',
  'outages.compensate',
  'traffic.read',
  /** Templates, youth mode, app releases and configurations. */
  'clients.read',
  'clients.write',
  'content.write',
  'settings.read',
  'settings.write',
  /** Settings that move money. */
  'settings.money',
  'settings.security',
  'staff.read',
  'staff.write',
  'log.read',
  'jobs.write',
  /** Download a whole list. Needed beside the permission to read it. */
  'export',
] as const
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

/** `*`: everything, also what later versions add. */
export type Permissions = readonly (Permission | '*')[]

/** Roles every site has. They cannot be changed; a role of one's own can. */
export const readyRoles = {
  owner: ['*'],
  support: ['members.read', 'members.write', 'members.access', 'orders.read', 'orders.write', 'plans.read', 'nodes.read', 'traffic.read'],
  finance: [
    'members.read',
    'orders.read',
    'orders.write',
    'orders.refund',
    'money.read',
    'money.book',
    'money.adjust',
    'withdrawals.decide',
    'payments.read',
    'plans.read',
    'coupons.read',
    'coupons.write',
    'codes.read',
    'codes.write',
    'export',
  ],
  network: [
    'plans.read',
    'nodes.read',
    'nodes.write',
    'nodes.secret',
    'outages.compensate',
    'traffic.read',
    'clients.read',
    'clients.write',
    'settings.read',
  ],
  content: ['plans.read', 'settings.read', 'content.write'],
} as const satisfies Record<string, Permissions>
export type ReadyRole = keyof typeof readyRoles
