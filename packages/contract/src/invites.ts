import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency, Sum } from './money.ts'
import { Time } from './paging.ts'
import { typedCode } from './typed-code.ts'

/** An invite code from a link or typed in. An unknown code counts as none. */
export const InviteCodeText = typedCode(40)

export const InviteCode = z.object({
  code: z.string(),
  /** The registration link with this code. */
  link: z.string(),
  /** How many accounts it can open; null: no limit. */
  max_uses: z.nullable(z.int()),
  uses: z.int(),
  page_views: z.int(),
  /** false: the code is used up or disabled. */
  usable: z.boolean(),
  created_at: Time,
})
export type InviteCode = z.infer<typeof InviteCode>

export const InviteStats = z.object({
  /** Accounts opened with the member's codes. */
  registered: z.int(),
  /** Commission paid out so far, minus reversals. */
  paid: Sum,
  /** Commission that is still frozen. */
  pending: Sum,
  /** The member's share of what people they invited pay, in hundredths of a percent. */
  rate: z.int(),
  /** Commission that can be transferred or withdrawn; negative if an order was refunded after its commission was spent. */
  available: z.int(),
  /** Commission held by open withdrawals. */
  held: Sum,
  currency: Currency,
})
export type InviteStats = z.infer<typeof InviteStats>

export const fetchInvites = endpoint({
  method: 'GET',
  path: '/muser/invite/fetch',
  access: 'member',
  summary: 'My invite codes and their earnings',
  response: z.object({
    codes: z.array(InviteCode),
    /** How many usable codes a member may have. */
    limit: z.int(),
    /** Whether every order of an invited member earns, or only the first. */
    mode: z.enum(['first', 'every']),
    stat: InviteStats,
  }),
})
export const saveInvite = endpoint({
  method: 'GET',
  path: '/muser/invite/save',
  access: 'member',
  summary: 'Create an invite code; simultaneous calls create one',
  changesState: true,
  response: InviteCode,
})
export const countInviteView = endpoint({
  method: 'POST',
  path: '/api/comm/pv',
  access: 'public',
  summary: 'Count a visit through an invite link; unknown codes get the same answer',
  body: z.object({ invite_code: InviteCodeText }),
})
