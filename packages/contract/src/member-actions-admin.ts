import * as z from 'zod/mini'
import { AdminUser } from './accounts-admin.ts'
import { Session } from './accounts.ts'
import { fetchDevices } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { Identity } from './own-account.ts'
import { Time } from './paging.ts'
import { Usage, UsagePeriod } from './traffic.ts'

/** Why staff change a member. Stored in the audit log and shown in the member's timeline. */
export const Reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
/** true: the member gets a message about the change. */
export const Tell = z._default(z.boolean(), false)
export const Days = z.int().check(z.gte(1), z.lte(3650))
export const GiftBytes = z.int().check(z.gte(1), z.lte(2 ** 50))
export const MessageText = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))

export const adminExtendTerm = endpoint({
  method: 'POST',
  path: '/admin/users/:id/extension',
  access: ['members.write'],
  summary: 'Add days to a member’s term; a term that is over runs again from now. Each call adds them again',
  body: z.object({ days: Days, reason: Reason, tell: Tell }),
  response: AdminUser,
})
/** A term that waits begins with the first connection, at most so many days from now; null: at once. */
const WaitDays = z._default(z.nullable(Days), null)
export const adminGivePlan = endpoint({
  method: 'POST',
  path: '/admin/users/:id/plan-gift',
  access: ['members.write'],
  summary: 'Give a member a plan for some days, from now or from their first connection. Each call gives it again',
  body: z.object({ plan_id: z.int(), days: Days, wait_days: WaitDays, reason: Reason, tell: Tell }),
  response: AdminUser,
})
export const adminGiveTraffic = endpoint({
  method: 'POST',
  path: '/admin/users/:id/traffic',
  access: ['members.write'],
  summary: 'Add traffic to a running plan, for this cycle or until used',
  body: z.object({
    bytes: GiftBytes,
    /** true: the bytes stay until used. false: unused bytes expire with the cycle. */
    keeps: z.boolean(),
    reason: Reason,
    tell: Tell,
  }),
  response: AdminUser,
})
export const adminResetSecret = endpoint({
  method: 'POST',
  path: '/admin/users/:id/secret',
  access: ['members.link'],
  summary: 'Give a member a new subscription link and node credential',
  fresh: true,
  body: z.object({ reason: Reason, tell: Tell }),
  response: z.object({ subscribe_url: z.string() }),
})
export const adminSuspend = endpoint({
  method: 'POST',
  path: '/admin/users/:id/suspension',
  access: ['members.link'],
  summary: 'Suspend a member: their sessions end, and the service stops with the nodes’ next update. May be called twice',
  body: z.object({ reason: Reason, tell: Tell }),
  response: AdminUser,
})
export const adminLiftSuspension = endpoint({
  method: 'POST',
  path: '/admin/users/:id/suspension/end',
  access: ['members.link'],
  summary: 'Lift a suspension. May be called twice',
  body: z.object({ reason: Reason, tell: Tell }),
  response: AdminUser,
})
export const adminMessageMember = endpoint({
  method: 'POST',
  path: '/admin/users/:id/messages',
  access: ['members.write'],
  summary: 'Write to one member: it appears in their messages, and on the channels they chose',
  body: z.object({ text: MessageText }),
})
export const adminMemberDevices = endpoint({
  method: 'GET',
  path: '/admin/users/:id/devices',
  access: ['members.read'],
  summary: 'Addresses that used a member’s subscription in the last hour, newest first',
  response: fetchDevices.response,
})
export const adminResetDevices = endpoint({
  method: 'POST',
  path: '/admin/users/:id/devices/reset',
  access: ['members.write'],
  summary: 'Clear a member’s addresses; those in use come back with the next node reports',
  body: z.object({ reason: Reason, tell: Tell }),
})
export const adminMemberSignIn = endpoint({
  method: 'GET',
  path: '/admin/users/:id/sign-in',
  access: ['members.read'],
  summary: 'How a member signs in, and where they are signed in',
  response: z.object({
    identities: z.array(Identity),
    /** Since when sign-in asks for the authenticator app's code; null: it does not. */
    second_factor_since: z.nullable(Time),
    sessions: z.array(Session),
  }),
})
export const adminHoldTerm = endpoint({
  method: 'POST',
  path: '/admin/users/:id/hold',
  access: ['members.write'],
  summary: 'Let a member’s term begin with their first traffic, or by itself on a last date. Nothing was used or bought yet',
  body: z.object({ days: Days, starts_by: Time, reason: Reason }),
})
export const adminMemberUsage = endpoint({
  method: 'GET',
  path: '/admin/users/:id/usage',
  access: ['members.read'],
  summary: 'A member’s billed traffic by day, as the member sees it',
  query: z.object({ period: z.optional(UsagePeriod) }),
  response: Usage,
})
