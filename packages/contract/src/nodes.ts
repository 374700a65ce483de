import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageOf, Time, wholeQuery } from './paging.ts'

export const NodeStatus = z.enum(['online', 'idle', 'offline'])
export type NodeStatus = z.infer<typeof NodeStatus>

/** A time of day in the site's time zone; `24:00` is the end of the day. */
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))
/** A time range with its own rate. `end` is exclusive; an end before the start crosses midnight. */
export const RateRange = z.object({ start: Clock, end: Clock, rate: z.int().check(z.gte(0), z.lte(10_000)) })
export type RateRange = z.infer<typeof RateRange>

/** Minutes of the day that a range covers, as one or two spans with an exclusive end. */
export function stretches({ start, end }: Pick<RateRange, 'start' | 'end'>): [number, number][] {
  const [from, to] = [start, end].map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)))
  if (from === undefined || to === undefined || from === to) return []
  const parts: [number, number][] =
    from < to
      ? [[from, to]]
      : [
          [from, 1440],
          [0, to],
        ]
  return parts.filter(([first, last]) => first < last)
}

/** Whether no range is empty and no two overlap, so that each minute has one rate. */
export function areApart(ranges: RateRange[]): boolean {
  const all = ranges.map(stretches)
  if (all.some((parts) => parts.length === 0)) return false
  const sorted = all.flat().toSorted(([a], [b]) => a - b)
  return sorted.every(([from], i) => i === 0 || from >= (sorted[i - 1]?.[1] ?? 0))
}

/** The rate at a minute of the day (0 to 1439), in hundredths. */
export function rateAt(rate: number, ranges: RateRange[], minute: number): number {
  return ranges.find((range) => stretches(range).some(([from, to]) => from <= minute && minute < to))?.rate ?? rate
}

/** A node as members see it: without address and keys. */
export const MemberNode = z.object({
  id: z.int(),
  name: z.string(),
  protocol: z.string(),
  tags: z.array(z.string()),
  /** Location as named on the service status page. */
  location: z.string(),
  /** Traffic rate in hundredths: 150 bills one byte as 1.5. */
  rate: z.int(),
  /** Other rates by time of day; `rate` is the one that applies now. */
  rate_ranges: z.array(RateRange),
  status: NodeStatus,
  maintenance: z.boolean(),
  last_check_at: z.nullable(Time),
})
export type MemberNode = z.infer<typeof MemberNode>

export const fetchServers = endpoint({
  method: 'GET',
  path: '/muser/server/fetch',
  access: 'member',
  chosen: true,
  summary: 'Nodes of my plan; empty without an active subscription',
  query: z.object(wholeQuery),
  response: z.object({
    ...pageOf(MemberNode).shape,
    /** Of all nodes of the plan, found or not. */
    all: z.int(),
    /** Those that can be used now. */
    up: z.int(),
    locations: z.array(z.string()),
    /** Whether any is idle, and whether any has a rate of its own. */
    has_idle: z.boolean(),
    has_rates: z.boolean(),
  }),
})
export type MemberNodes = z.infer<typeof fetchServers.response>
