import * as z from 'zod/mini'

/** What staff may do, one permission per kind of work. Console endpoints name theirs in `access`. */
export const permissions = [
  /** The one permission with which addresses and IP addresses of members are seen, wherever they are. */
  'members.read',
  /** Plan, quota, limits, suspension, notes. */
  'members.write',
  /** The subscription link, signing out, and suspension. */
  'members.link',
  /** Everything that lets somebody into an account: its addresses, password and second factor. */
  'members.access',
  'orders.read',
  /** Assign, cancel, retry. */
  'orders.write',
  'orders.refund',
  /** Ledger, income, unclear payments, statements, commission, withdrawals. */
  'money.read',
  /** Book money by hand: mark as paid, settle an unclear payment or a statement line. */
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
  /** Coupons, promotions, invite codes: anyone who sees a coupon's code can use it. */
  'coupons.read',
  'coupons.write',
  /** Redeem codes: anyone who sees one can use it. */
  'codes.read',
  'codes.write',
  'nodes.read',
  'nodes.write',
  /** Create or replace the secret of a node or machine. */
  'nodes.secret',
  'outages.compensate',
  'traffic.read',
  /** Tickets with their notes and files. */
  'tickets.read',
  /** Answer, assign and close tickets. */
  'tickets.write',
  /** Templates, youth mode, app releases and configurations. */
  'clients.read',
  'clients.write',
  'content.write',
  'settings.read',
  'settings.write',
  /** Settings that move money, or give traffic. */
  'settings.money',
  'settings.security',
  'staff.read',
  'staff.write',
  'log.read',
  'jobs.write',
  /** Download a whole list. Also needs the permission to read it. */
  'export',
] as const
export const Permission = z.enum(permissions)
export type Permission = z.infer<typeof Permission>

/** `*`: everything, including what later versions add. */
export type Permissions = readonly (Permission | '*')[]

/** Built-in roles, which cannot be changed. Sites can add their own. */
export const readyRoles = {
  owner: ['*'],
  support: [
    'members.read',
    'members.write',
    'members.link',
    'orders.read',
    'orders.write',
    'plans.read',
    'nodes.read',
    'traffic.read',
    'tickets.read',
    'tickets.write',
  ],
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
