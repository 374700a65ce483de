import * as z from 'zod/mini'
import { Email, Password } from './accounts.ts'
import { Phone } from './codes.ts'
import { Diagnosis } from './diagnosis.ts'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { Day, dayQuery, NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { RestDecision } from './orders-admin.ts'
import { Address, AddressOf } from './personal.ts'
import { limits, ownLimitInputs, ownLimits } from './plan-limits.ts'

export const AdminUser = z.object({
  id: z.int(),
  /** The account's e-mail address, else its phone number, else the name it had at another panel, else `#` and the id. */
  label: AddressOf('id'),
  /** null: the account has no e-mail address. */
  email: z.nullable(Address),
  phone: z.nullable(Address),
  /** The name it had at another panel, which has no addresses; null: none. */
  former_name: z.nullable(Address),
  /** When its claim was opened: whoever has the link may then claim the account. null: it is not open. */
  claimable_at: z.nullable(Time),
  /** When somebody claimed it by its link; null: nobody did. */
  claimed_at: z.nullable(Time),
  /** The account that signs in for this one; null: it stands alone. */
  main_id: z.nullable(z.int()),
  is_admin: z.boolean(),
  banned: z.boolean(),
  /** true: the member closed the account and its personal data is erased. */
  closed: z.boolean(),
  plan_id: z.nullable(z.int()),
  plan_name: z.nullable(z.string()),
  group_id: z.nullable(z.int()),
  group_name: z.nullable(z.string()),
  /** When the plan ends; null while a plan is held: it is permanent. */
  expired_at: z.nullable(Time),
  /** The term begins with the first traffic, or then; `expired_at` is for that case. null: it has begun. */
  starts_by: z.nullable(Time),
  transfer_enable: z.int(),
  /** The part of `transfer_enable` that stays until used. */
  extra_bytes: z.int(),
  /** Billed bytes in this cycle. */
  u: z.int(),
  d: z.int(),
  /** From the plan. */
  ...limits,
  ...ownLimits,
  balance: Sum,
  /** Amount the member owes after a chargeback. */
  debt: Sum,
  currency: Currency,
  /** Percent off every order; null: none. */
  discount_percent: z.nullable(z.int()),
  /**
   * Commission this member earns as an inviter: percent of each payment, and whether every order counts or only the first; null: the site's
   * default.
   */
  commission_rate: z.nullable(z.int()),
  commission_mode: z.nullable(z.enum(['first', 'every'])),
  /** The account whose invite code this member used. */
  inviter_id: z.nullable(z.int()),
  inviter_email: z.nullable(AddressOf('inviter_id')),
  remarks: z.string(),
  last_login_at: z.nullable(Time),
  /** Since when the current link counts as shared (fetched from too many networks in a day); null: not shared. */
  link_alarm_at: z.nullable(Time),
  /** Networks and countries that fetched the shared link; null: the link is not shared, or no country is known. */
  link_alarm_networks: z.nullable(z.int()),
  link_alarm_countries: z.nullable(z.int()),
  created_at: Time,
  /** The row's version. A change names the version it read; `account.version_conflict` if somebody changed the row since. */
  version: z.int(),
})
export type AdminUser = z.infer<typeof AdminUser>

export const UserState = z.enum(['active', 'expired', 'no_plan', 'over_quota', 'banned', 'admin', 'link_alarm'])
export type UserState = z.infer<typeof UserState>

/** Most characters of a search for a member: the longest link of a node. */
export const MOST_SEARCHED = 3000

/**
 * What in the search text identifies the member, strongest match first. `link` and `credential` match whole; with `members.link`, the start
 * of a link matches too.
 */
export const FoundBy = z.enum([
  'id',
  'link',
  'credential',
  'order',
  'payment',
  'email',
  'former_name',
  'phone',
  'ticket',
  'ip',
  'note',
  'inviter',
])
export type FoundBy = z.infer<typeof FoundBy>

export const UserFilter = {
  /**
   * Matches: e-mail (start, or three characters of it), account id, phone, name at another panel, inviter's address, order or payment number (`orders.read`),
   * subscription link, node credential, ticket number (`tickets.read`), IP address, part of a note.
   */
  q: z.optional(z.string().check(z.maxLength(MOST_SEARCHED))),
  state: z.optional(UserState),
  plan_id: z.optional(NumberText),
  /** Only members invited by this account. */
  inviter_id: z.optional(NumberText),
  /** Days on which the account was created. */
  ...dayQuery,
  /** Days on which the plan ends, both included. A permanent plan is on none. */
  ends_from: z.optional(Day),
  ends_to: z.optional(Day),
}
/** `found_by` is null when the query has no `q`. */
export const ListedUser = z.object({ ...AdminUser.shape, found_by: z.nullable(FoundBy) })
export type ListedUser = z.infer<typeof ListedUser>

export const adminListUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: ['members.read'],
  summary: 'Accounts by filter; `total` is an estimate above 10,000 without a filter',
  query: z.object({ ...pageQuery, ...UserFilter }),
  response: pageOf(ListedUser),
})
export const adminExportUsers = endpoint({
  method: 'GET',
  path: '/admin/users/export',
  access: ['members.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV',
  query: z.object(UserFilter),
  response: Csv,
})
export const adminGetUser = endpoint({
  method: 'GET',
  path: '/admin/users/:id',
  access: ['members.read'],
  summary: 'One account, with what keeps it from connecting',
  /**
   * `subscribe_url`: null without the permission to see it. `diagnosis`: why the member cannot connect. `renew_problem`: why the last
   * automatic renewal failed; null: it did not. Texts are in the caller's language.
   */
  response: z.object({
    user: AdminUser,
    subscribe_url: z.nullable(z.string()),
    diagnosis: Diagnosis,
    renew_problem: z.nullable(z.string()),
  }),
})
export const adminCreateUser = endpoint({
  method: 'POST',
  path: '/admin/users',
  access: ['members.write'],
  summary: 'Create an account for someone',
  body: z.object({ email: Email, password: Password }),
  response: AdminUser,
})
/** Most accounts of one call. */
export const MAX_NEW_USERS = 200
export const NewUsers = z.object({
  emails: z.array(Email).check(z.minLength(1), z.maxLength(MAX_NEW_USERS)),
  /** What each gets; null: nothing. `wait_days`: it begins with the first connection, at most so many days from now; null: now. */
  plan: z.nullable(
    z.object({
      plan_id: z.int(),
      days: z.int().check(z.gte(1), z.lte(3650)),
      wait_days: z.nullable(z.int().check(z.gte(1), z.lte(3650))),
    }),
  ),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
})
export type NewUsers = z.infer<typeof NewUsers>
export const adminCreateUsers = endpoint({
  method: 'POST',
  path: '/admin/users/batch',
  access: ['members.write'],
  maxKeys: MAX_NEW_USERS + 20,
  summary: 'Create accounts for e-mail addresses, without a password. Addresses that have an account are left out, so it may be repeated',
  body: NewUsers,
  /** `ids`: of the new accounts. `taken`: addresses that have one. */
  response: z.object({ ids: z.array(z.int()), taken: z.array(z.string()) }),
})
const percent = z.nullable(z.int().check(z.gte(0), z.lte(100)))
export const UserChange = z.partial(
  z.object({
    email: Email,
    password: Password,
    banned: z.boolean(),
    remarks: z.string().check(z.maxLength(1000)),
    plan_id: z.nullable(z.int()),
    expired_at: z.nullable(Time.check(z.regex(/^(19|2\d)\d\d/))),
    /** The cycle's quota in bytes. It includes `extra_bytes` and cannot be below them. */
    transfer_enable: z.int().check(z.gte(0)),
    /** Bytes that stay until used. A change without `transfer_enable` moves the quota by the same amount. */
    extra_bytes: z.int().check(z.gte(0)),
    u: z.int().check(z.gte(0)),
    d: z.int().check(z.gte(0)),
    ...ownLimitInputs,
    discount_percent: percent,
    commission_rate: percent,
    commission_mode: z.nullable(z.enum(['first', 'every'])),
    /** E-mail address or id of the new inviter. */
    inviter: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  }),
)
export type UserChange = z.infer<typeof UserChange>
export const adminUpdateUser = endpoint({
  method: 'PATCH',
  path: '/admin/users/:id',
  access: ['members.write'],
  summary: 'Change an account; absent fields stay, null clears. A plan sets its group, quota and limits',
  /** `decision`: needed if the change replaces a plan with an unused part. */
  body: z.object({ version: z.int(), change: UserChange, decision: z.optional(RestDecision) }),
  response: AdminUser,
})
export const adminAdjustBalance = endpoint({
  method: 'POST',
  path: '/admin/users/:id/balance',
  access: ['money.adjust'],
  summary: 'Add to a balance, or subtract with a negative amount; needs a reason',
  fresh: true,
  body: z.object({
    amount: z.int().check(z.gte(-1_000_000_000), z.lte(1_000_000_000)),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  response: AdminUser,
})
export const adminWriteOffDebt = endpoint({
  method: 'POST',
  path: '/admin/users/:id/debt-write-off',
  access: ['money.adjust'],
  summary: "Make a member's debt the site's loss; needs the amount as it is, and a reason",
  fresh: true,
  body: z.object({
    amount: Amount.check(z.gte(1)),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
  response: AdminUser,
})
export const adminEndSessions = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/sessions',
  access: ['members.link'],
  summary: 'Sign an account out everywhere',
})
/** Changes a member's address for them. The old address gets a link that undoes the change, and payouts to the member pause for a while. */
export const adminSetIdentity = endpoint({
  method: 'POST',
  path: '/admin/users/:id/identities',
  access: ['members.access'],
  fresh: true,
  summary: 'Add or change an account’s e-mail address or phone number',
  body: z.object({ email: z.optional(Email), phone: z.optional(Phone), verified: z.boolean() }),
})
export const adminVerifyIdentity = endpoint({
  method: 'POST',
  path: '/admin/identities/:id/verification',
  access: ['members.access'],
  fresh: true,
  summary: 'Mark an address or number as its member’s own',
})
/**
 * Removes a member's second factor, for those who lost the phone and the recovery codes. Ends all sessions and pauses payouts to the member
 * for a while.
 */
export const adminRemoveFactor = endpoint({
  method: 'POST',
  path: '/admin/users/:id/factor/removal',
  access: ['members.access'],
  summary: 'Remove an account’s authenticator app and recovery codes; needs a reason',
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
})
export const adminRemoveIdentity = endpoint({
  method: 'DELETE',
  path: '/admin/identities/:id',
  access: ['members.access'],
  fresh: true,
  summary: 'Remove a way to sign in; the last one stays',
})
