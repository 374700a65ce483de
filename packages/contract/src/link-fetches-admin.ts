import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LinkFetches } from './link-fetches.ts'
import { Reason } from './member-actions-admin.ts'

export const adminLinkFetches = endpoint({
  method: 'GET',
  path: '/admin/users/:id/fetches',
  access: ['members.read'],
  summary: "Where a member's subscription link was fetched",
  response: LinkFetches,
})

export const adminClearLinkAlarm = endpoint({
  method: 'POST',
  path: '/admin/users/:id/link-alarm/clear',
  access: ['members.write'],
  summary: 'End the warning that a member’s link may be shared; the link stays. May be called twice',
  body: z.object({ reason: Reason }),
})
