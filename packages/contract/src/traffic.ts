import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { AddressOf } from './personal.ts'

const Bytes = z.int().check(z.gte(0))
const counters = { u: Bytes, d: Bytes, billed_u: Bytes, billed_d: Bytes }

/** A day's traffic of one node: raw bytes, and bytes billed at its rate. `day` is in the site's time zone. */
export const TrafficRow = z.object({ day: Day, node_id: z.int(), node_name: z.string(), ...counters })
export type TrafficRow = z.infer<typeof TrafficRow>
export const TrafficDay = z.object({ day: Day, ...counters })
export type TrafficDay = z.infer<typeof TrafficDay>

export const fetchTrafficLog = endpoint({
  method: 'GET',
  path: '/muser/server/log/fetch',
  access: 'member',
  chosen: true,
  summary: 'My traffic: a row per day and node, and each day of the range for a chart',
  query: z.object({ ...pageQuery, from: z.optional(Day), to: z.optional(Day) }),
  response: z.object({ ...pageOf(TrafficRow).shape, days: z.array(TrafficDay) }),
})

export const UsagePeriod = z.enum(['week', 'cycle', 'quarter'])
export type UsagePeriod = z.infer<typeof UsagePeriod>
/** A member's usage in a cycle, beside the cycle before. Days are in the site's time zone. */
export const Usage = z.object({
  today: Day,
  /** false: the plan has no cycles; the last 30 days are shown instead. */
  in_cycles: z.boolean(),
  /** Oldest first, up to the end of the cycle. `billed`: null for days to come. `before`: null if the earlier cycle was shorter. */
  days: z.array(z.object({ day: Day, billed: z.nullable(Bytes), before: z.nullable(Bytes) })),
})
export type Usage = z.infer<typeof Usage>
export const getUsage = endpoint({
  method: 'GET',
  path: '/muser/traffic/usage',
  access: 'member',
  chosen: true,
  summary: 'My billed traffic by day: this cycle (default), the last 7 or the last 90 days, each with the period before it',
  query: z.object({ period: z.optional(UsagePeriod) }),
  response: Usage,
})

/** Traffic of the hour that starts at `hour`. */
export const TrafficHour = z.object({ hour: Time, ...counters })
export type TrafficHour = z.infer<typeof TrafficHour>
/** Traffic by hour. Kept for the current month and the three before it. */
export const fetchTrafficHours = endpoint({
  method: 'GET',
  path: '/muser/server/log/hours',
  access: 'member',
  chosen: true,
  summary: 'My traffic on one day, hour by hour; default: today',
  query: z.object({ day: z.optional(Day), node_id: z.optional(NumberText) }),
  response: z.object({ day: Day, items: z.array(TrafficHour), total: z.int() }),
})
export const adminTrafficHours = endpoint({
  method: 'GET',
  path: '/admin/traffic/hours',
  access: ['traffic.read'],
  summary: 'Traffic on one day, hour by hour; default: today',
  query: z.object({ day: z.optional(Day), user_id: z.optional(NumberText), node_id: z.optional(NumberText) }),
  response: z.object({ day: Day, items: z.array(TrafficHour), total: z.int() }),
})

export const TrafficRank = z.object({ id: z.int(), name: z.string(), ...counters })
export type TrafficRank = z.infer<typeof TrafficRank>
/** Traffic of a member; `name` is their address. */
export const MemberTraffic = z.object({ ...TrafficRank.shape, name: AddressOf('id') })
const rankedQuery = z.object({
  from: z.optional(Day),
  to: z.optional(Day),
  user_id: z.optional(NumberText),
  node_id: z.optional(NumberText),
})
export const adminTraffic = endpoint({
  method: 'GET',
  path: '/admin/traffic',
  access: ['traffic.read'],
  summary: 'Traffic in a range of days: by day, by node',
  query: rankedQuery,
  response: z.object({ from: Day, to: Day, days: z.array(TrafficDay), nodes: z.array(TrafficRank) }),
})
export const adminTopMembers = endpoint({
  method: 'GET',
  path: '/admin/traffic/members',
  access: ['traffic.read'],
  summary: 'The members with the most billed traffic in a range of days: every member is added up',
  query: rankedQuery,
  response: z.object({ items: z.array(MemberTraffic), total: z.int() }),
})
