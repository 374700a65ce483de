import * as z from 'zod/mini'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery, Time } from './paging.ts'
import { InviteCode } from './invites.ts'
import { Address, AddressOf } from './personal.ts'
import { typedText } from './typed-code.ts'

export const InviteCodeState = z.enum(['usable', 'used_up', 'disabled'])
export type InviteCodeState = z.infer<typeof InviteCodeState>

export const AdminInviteCode = z.object({
  ...InviteCode.shape,
  id: z.int(),
  account_id: z.int(),
  email: AddressOf('account_id'),
  state: InviteCodeState,
  /** Accounts opened with the code that share a network with its owner or with each other. */
  same_network: z.int(),
})
export type AdminInviteCode = z.infer<typeof AdminInviteCode>

/** An account opened with a code, with signs that the code's owner opened it themselves. */
export const InvitedAccount = z.object({
  account_id: z.int(),
  email: AddressOf('account_id'),
  network: Address,
  /** true: the code's owner has signed in from the same network. */
  same_as_owner: z.boolean(),
  /** How many other accounts invited by the owner share the network. */
  others_there: z.int(),
  created_at: Time,
})
export type InvitedAccount = z.infer<typeof InvitedAccount>

export const adminListInviteCodes = endpoint({
  method: 'GET',
  path: '/admin/invite-codes',
  access: ['coupons.read'],
  summary: 'Invite codes by filter, newest first',
  query: z.object({
    ...pageQuery,
    state: z.optional(InviteCodeState),
    /** Matches part of the owner's e-mail address, or a code. */
    q: z.optional(typedText(100)),
  }),
  response: pageOf(AdminInviteCode),
})
export const adminCreateInviteCode = endpoint({
  method: 'POST',
  path: '/admin/invite-codes',
  access: ['coupons.write'],
  summary: 'Create an invite code for a member, even beyond their limit',
  body: z.object({ email: Email, max_uses: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))) }),
  response: AdminInviteCode,
})
export const adminUpdateInviteCode = endpoint({
  method: 'PATCH',
  path: '/admin/invite-codes/:id',
  access: ['coupons.write'],
  summary: 'Disable or enable an invite code',
  body: z.object({ disabled: z.boolean() }),
  response: AdminInviteCode,
})
export const adminListInvited = endpoint({
  method: 'GET',
  path: '/admin/invite-codes/:id/accounts',
  access: ['coupons.read'],
  summary: 'Accounts created with an invite code, newest first',
  query: z.object({ page: pageQuery.page, page_size: pageQuery.page_size }),
  response: pageOf(InvitedAccount),
})
