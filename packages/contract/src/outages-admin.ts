import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Compensation, OutageReason } from './outages.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'

export const Outage = z.object({
  id: z.int(),
  node: z.object({ id: z.int(), name: z.string() }),
  began_at: Time,
  /** null: the outage continues. */
  ended_at: z.nullable(Time),
  reason: OutageReason,
  /** null: the outage is not compensated. */
  compensation: z.nullable(Compensation),
  /** Number of members who received the compensation. */
  compensated: z.int(),
})
export type Outage = z.infer<typeof Outage>

/** Lists outages, latest first. */
export const adminListOutages = endpoint({
  method: 'GET',
  path: '/admin/outages',
  access: ['nodes.read'],
  summary: 'Outages of nodes',
  query: z.object({ page: pageQuery.page, page_size: pageQuery.page_size, node: z.optional(NumberText) }),
  response: pageOf(Outage),
})
export const adminNodeUptime = endpoint({
  method: 'GET',
  path: '/admin/outages/uptime',
  access: ['nodes.read'],
  summary: 'Uptime of each node in the last 90 days, in hundredths of a percent',
  response: z.object({ items: z.array(z.object({ node_id: z.int(), uptime: z.int(), outages: z.int() })), total: z.int() }),
})
/** `members`: how many members the compensation would reach now. */
export const adminPreviewCompensation = endpoint({
  method: 'POST',
  path: '/admin/outages/:id/compensation/preview',
  access: ['outages.compensate'],
  summary: 'How many members would receive a compensation',
  body: Compensation,
  response: z.object({ members: z.int() }),
})
/** Compensates an outage in the background, once per member. */
export const adminCompensateOutage = endpoint({
  method: 'POST',
  path: '/admin/outages/:id/compensation',
  access: ['outages.compensate'],
  summary: "Compensate the node's members for an outage",
  body: Compensation,
  response: Outage,
})
