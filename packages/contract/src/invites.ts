import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Ok, Time } from './paging.ts'

/** What stands in a link or is typed in; one that fits no code is like no code. */
export const InviteCodeText = z.string().check(z.trim(), z.maxLength(40))

export const InviteCode = z.object({
  code: z.string(),
  /** Where whoever is invited registers. */
  link: z.string(),
  /** How many accounts may be opened with it; null: any number. */
  max_uses: z.nullable(z.int()),
  uses: z.int(),
  page_views: z.int(),
  /** False: used up or disabled. */
  usable: z.boolean(),
  created_at: Time,
})
export type InviteCode = z.infer<typeof InviteCode>

export const InviteStats = z.object({
  /** Accounts opened with the member's codes. */
  registered: z.int(),
  /** Commission paid so far, less what was reversed. */
  paid: Amount,
  /** Commission that is still frozen. */
  pending: Amount,
  /** Hundredths of a percent the member earns of what those he invites pay. */
  rate: z.int(),
  /** Commission that can be transferred or withdrawn; below zero after the refund of an order whose commission was spent. */
  available: z.int(),
  /** Commission held by withdrawals under way. */
  held: Amount,
  currency: Currency,
})
export type InviteStats = z.infer<typeof InviteStats>

export const fetchInvites = endpoint({
  method: 'GET',
  path: '/muser/invite/fetch',
  access: 'member',
  summary: 'My invite codes and what they have earned',
  response: z.object({
    codes: z.array(InviteCode),
    /** How many usable codes a member may have. */
    limit: z.int(),
    /** Whether each order of an invited member earns, or his first alone. */
    mode: z.enum(['first', 'every']),
    stat: InviteStats,
  }),
})
export const saveInvite = endpoint({
  method: 'GET',
  path: '/muser/invite/save',
  access: 'member',
  summary: 'Make an invite code; asked twice at once, one is made',
  changesState: true,
  response: InviteCode,
})
export const countInviteView = endpoint({
  method: 'POST',
  path: '/api/comm/pv',
  access: 'public',
  summary: 'Count a visit by an invite link; unknown codes get the same answer',
  body: z.object({ invite_code: InviteCodeText }),
  response: Ok,
})
