import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, NumberText, Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'
import { SubscriptionState } from './subscriptions.ts'
import { TicketKind, TicketLevel } from './tickets.ts'
import { Language } from './translations.ts'

const access = ['tickets.read'] as const
const path = '/admin/ticket-inbox'

/** Number of open tickets by filter of the inbox. Closed tickets are counted apart. */
export const TicketCounts = z.object({
  waiting_staff: z.int(),
  waiting_member: z.int(),
  closed: z.int(),
  mine: z.int(),
  unassigned: z.int(),
  others: z.int(),
  kinds: z.record(TicketKind, z.int()),
  levels: z.record(TicketLevel, z.int()),
  /** Tickets that wait for staff longer than their level allows. */
  late: z.int(),
  /** The longest unanswered ticket; null: none waits. */
  oldest: z.nullable(z.object({ id: z.int(), level: TicketLevel, waits_since: Time })),
  /** Target time to answer in seconds, by level. */
  targets: z.record(TicketLevel, z.int()),
})
export type TicketCounts = z.infer<typeof TicketCounts>

export const adminTicketCounts = endpoint({
  method: 'GET',
  path: `${path}/counts`,
  access,
  summary: 'How many tickets wait, for whom and how long',
  response: TicketCounts,
})

/** Facts about the member, shown beside a ticket. */
export const TicketMember = z.object({
  account_id: z.int(),
  name: NameOrAddress,
  /** Language to answer in; null: not known. */
  language: z.nullable(Language),
  member_since: Time,
  banned: z.boolean(),
  closed: z.boolean(),
  state: SubscriptionState,
  plan_name: z.nullable(z.string()),
  expires_at: z.nullable(Time),
  /** Bytes billed in this cycle, and the cycle's quota. */
  used: z.int(),
  quota: z.int(),
  /** Last fetch of the subscription link; null: never. */
  last_fetch_at: z.nullable(Time),
  last_client: z.nullable(z.string()),
  /** Why the member may not be able to connect now, in the caller's language; null: no fault was found. */
  fault: z.nullable(z.object({ title: z.string(), advice: z.string() })),
  /** Number of the member's other tickets. */
  other_tickets: z.int(),
})
export type TicketMember = z.infer<typeof TicketMember>

export const adminTicketMember = endpoint({
  method: 'GET',
  path: '/admin/tickets/:id/member',
  access,
  summary: 'Short facts about the member of a ticket',
  response: TicketMember,
})

/** Tells that staff have the ticket open. The page calls it regularly. */
export const adminTicketPresence = endpoint({
  method: 'POST',
  path: '/admin/tickets/:id/presence',
  access,
  summary: 'Say that I look at a ticket, or write in it, and hear who else does',
  body: z.object({ writing: z.boolean() }),
  response: z.object({ others: z.array(z.object({ name: z.string(), writing: z.boolean() })) }),
})

/** Median and 90th percentile of a time in seconds; null: no tickets. */
export const TicketTimes = z.object({ count: z.int(), median: z.nullable(z.int()), p90: z.nullable(z.int()) })
export type TicketTimes = z.infer<typeof TicketTimes>

export const TicketFigures = z.object({
  from: Day,
  opened: z.int(),
  first_response: TicketTimes,
  resolution: TicketTimes,
  /** One entry per week in which tickets were opened, oldest first. */
  weeks: z.array(z.object({ monday: Day, opened: z.int(), first_response: TicketTimes, resolution: TicketTimes })),
  people: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** `open`: tickets assigned now; `waiting`: those of them that wait for staff. */
      open: z.int(),
      waiting: z.int(),
      replies: z.int(),
      /** Average rating in hundredths; null: no ticket was rated. */
      score: z.nullable(z.int()),
    }),
  ),
  kinds: z.record(TicketKind, z.int()),
  /** Tickets opened in 30 days per hundred members with a running plan, in hundredths; null: no such member. */
  per_hundred: z.nullable(z.int()),
  /** Number of tickets rated with one to five stars, in that order. */
  scores: z.array(z.int()),
})
export type TicketFigures = z.infer<typeof TicketFigures>

const weeks = z.pipe(z._default(NumberText, 8), z.int().check(z.gte(1), z.lte(26)))

export const adminTicketFigures = endpoint({
  method: 'GET',
  path: `${path}/figures`,
  access,
  summary: 'Answering times, load and satisfaction of the last weeks, this one included',
  query: z.object({ weeks }),
  response: TicketFigures,
})

export const AskedPhrase = z.object({
  phrase: z.string(),
  tickets: z.int(),
  /** Articles that a search for the phrase finds. */
  articles: z.array(z.object({ id: z.int(), title: z.string() })),
})
export type AskedPhrase = z.infer<typeof AskedPhrase>

export const adminTicketsAsked = endpoint({
  method: 'GET',
  path: `${path}/asked`,
  access,
  summary: 'What subjects of the last weeks speak of most, and the articles about it',
  query: z.object({ weeks }),
  response: z.object({ items: z.array(AskedPhrase), total: z.int() }),
})
