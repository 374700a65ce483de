import * as z from 'zod/mini'

/** Permissions of staff, one per kind of work. Console endpoints name theirs in `access`. */
export const permissions = [
  /** See e-mail addresses and IP addresses of members anywhere. No other permission shows them. */
  'members.read',
  /** Change a member's plan, quota, limits and notes; suspend a member. */
  'members.write',
  /** Replace the subscription link, sign a member out, suspend them. */
  'members.link',
  /** Change what lets somebody into an account: addresses, password, second factor. */
  'members.access',
  'orders.read',
  /** Assign, cancel and retry orders. */
  'orders.write',
  'orders.refund',
  /** Read ledger, income, unclear payments, statements, commission and withdrawals. */
  'money.read',
  /** Book money by hand: mark an order as paid, settle an unclear payment or a statement line. */
  'money.book',
  /** Change balances, personal discounts and commission rates. */
  'money.adjust',
  'withdrawals.decide',
  'payments.read',
  /** Change payment methods and their gateway keys. */
  'payments.write',
  /** Read plans and permission groups. */
  'plans.read',
  'plans.write',
  /** Read coupons, promotions and invite codes. Anyone who sees a coupon's code can use it. */
  'coupons.read',
  'coupons.write',
  /** Read redeem codes. Anyone who sees one can use it. */
  'codes.read',
  'codes.write',
  'nodes.read',
  'nodes.write',
  /** Create or replace the secret of a node or machine. */
  'nodes.secret',
  'outages.compensate',
  'traffic.read',
  /** Read tickets with their notes and files. */
  'tickets.read',
  /** Answer, assign and close tickets. */
  'tickets.write',
  /** Read templates, youth mode, app releases and configurations. */
  'clients.read',
  'clients.write',
  'content.write',
  'settings.read',
  'settings.write',
  /** Change settings that move money or give traffic. */
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

/** A holder's permissions; `*`: everything, including what later versions add. */
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
