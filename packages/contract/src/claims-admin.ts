import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Reason } from './member-actions-admin.ts'

export const adminSetClaim = endpoint({
  method: 'POST',
  path: '/admin/users/:id/claim',
  access: ['members.access'],
  fresh: true,
  summary: 'Let whoever has the link of an account without an address claim it, or no longer; needs a reason',
  body: z.object({ open: z.boolean(), reason: Reason }),
})
/** Removes every way to sign in that came with the claim or since. Links, plan and money stay. */
export const adminUndoClaim = endpoint({
  method: 'POST',
  path: '/admin/users/:id/claim/undoing',
  access: ['members.access'],
  fresh: true,
  summary: 'Take an account from whoever claimed it; needs a reason',
  /** `reopen`: it may be claimed again. */
  body: z.object({ reopen: z.boolean(), reason: Reason }),
})
