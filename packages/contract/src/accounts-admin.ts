import * as z from 'zod/mini'
import { Email, Password } from './accounts.ts'
import { Phone } from './codes.ts'
import { Diagnosis } from './diagnosis.ts'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { dayQuery, IdParams, NumberText, Ok, pageOf, pageQuery, Time } from './paging.ts'
import { RestDecision } from './orders-admin.ts'
import { Address, AddressOf } from './personal.ts'
import { limits, ownLimitInputs, ownLimits } from './plan-limits.ts'

export const AdminUser = z.object({
  id: z.int(),
  /** Its address, else its phone number, else `#` and its id. */
  label: AddressOf('id'),
  /** null: none. */
  email: z.nullable(Address),
  phone: z.nullable(Address),
  is_admin: z.boolean(),
  banned: z.boolean(),
  /** The member closed the account: its personal data is gone. */
  closed: z.boolean(),
  plan_id: z.nullable(z.int()),
  plan_name: z.nullable(z.string()),
  group_id: z.nullable(z.int()),
  group_name: z.nullable(z.string()),
  /** null with a plan: permanent. */
  expired_at: z.nullable(Time),
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
  /** Owed after a chargeback. */
  debt: Sum,
  currency: Currency,
  /** Percent off every order; null: none. */
  discount_percent: z.nullable(z.int()),
  /** As inviter: percent of each payment, and which orders count; null: the site's defaults. */
  commission_rate: z.nullable(z.int()),
  commission_mode: z.nullable(z.enum(['first', 'every'])),
  /** Who invited this account. */
  inviter_id: z.nullable(z.int()),
  inviter_email: z.nullable(AddressOf('inviter_id')),
  remarks: z.string(),
  last_login_at: z.nullable(Time),
  /** Since when the current link counts as shared (fetched from too many networks in a day); null: not shared. */
  link_alarm_at: z.nullable(Time),
  /** How many networks and countries; null: not shared, or no country is known. */
  link_alarm_networks: z.nullable(z.int()),
  link_alarm_countries: z.nullable(z.int()),
  created_at: Time,
  /** Sent back with each change, so two operators do not overwrite each other. */
  version: z.int(),
})
export type AdminUser = z.infer<typeof AdminUser>

export const UserState = z.enum(['active', 'expired', 'no_plan', 'over_quota', 'banned', 'admin', 'link_alarm'])
export type UserState = z.infer<typeof UserState>

/** Why a member was found, the surest first. `link` and `credential`: whole, or with `members.link` the start of a link. */
export const FoundBy = z.enum(['id', 'link', 'credential', 'order', 'payment', 'email', 'phone', 'ticket', 'ip', 'note', 'inviter'])
export type FoundBy = z.infer<typeof FoundBy>

export const UserFilter = {
  /**
   * The start of an e-mail address, or three characters of its middle or more; an id, a phone number, an address of an inviter, the number
   * of an order or a payment (with `orders.read`), a subscription link, a node credential, a ticket's number (with `tickets.read`), an IP address, or a part of a note.
   */
  q: z.optional(z.string().check(z.maxLength(500))),
  state: z.optional(UserState),
  plan_id: z.optional(NumberText),
  /** Who invited them. */
  inviter_id: z.optional(NumberText),
  /** When they joined. */
  ...dayQuery,
}
/** `found_by`: null without a search. */
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
  params: IdParams,
  /**
   * `subscribe_url` is null for staff without permission to see it. In the caller's language: `diagnosis`, why the member cannot connect,
   * and `renew_problem`, why the plan could not be renewed automatically; null: it could.
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
const percent = z.nullable(z.int().check(z.gte(0), z.lte(100)))
export const UserChange = z.partial(
  z.object({
    email: Email,
    password: Password,
    banned: z.boolean(),
    remarks: z.string().check(z.maxLength(1000)),
    plan_id: z.nullable(z.int()),
    expired_at: z.nullable(Time.check(z.regex(/^(19|2\d)\d\d/))),
    /** All bytes of the cycle. Includes the bytes that carry over, and caps them. */
    transfer_enable: z.int().check(z.gte(0)),
    /** Sent alone, it changes `transfer_enable` by the same amount. */
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
  params: IdParams,
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
  params: IdParams,
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
  params: IdParams,
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
  params: IdParams,
  response: Ok,
})
/** The address before gets a link that undoes the change, and payouts to the member wait for a while. */
export const adminSetIdentity = endpoint({
  method: 'POST',
  path: '/admin/users/:id/identities',
  access: ['members.access'],
  fresh: true,
  summary: 'Add or change an account’s e-mail address or phone number',
  params: IdParams,
  body: z.object({ email: z.optional(Email), phone: z.optional(Phone), verified: z.boolean() }),
  response: Ok,
})
export const adminVerifyIdentity = endpoint({
  method: 'POST',
  path: '/admin/identities/:id/verification',
  access: ['members.access'],
  fresh: true,
  summary: 'Mark an address or number as its member’s own',
  params: IdParams,
  response: Ok,
})
/** For a member who lost both the phone and the recovery codes. All sessions end, and payouts to the member wait for a while. */
export const adminRemoveFactor = endpoint({
  method: 'POST',
  path: '/admin/users/:id/factor/removal',
  access: ['members.access'],
  summary: 'Remove an account’s authenticator app and recovery codes; needs a reason',
  params: IdParams,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: Ok,
})
export const adminRemoveIdentity = endpoint({
  method: 'DELETE',
  path: '/admin/identities/:id',
  access: ['members.access'],
  fresh: true,
  summary: 'Remove a way to sign in; the last one stays',
  params: IdParams,
  response: Ok,
})
