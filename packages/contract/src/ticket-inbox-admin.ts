import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, IdParams, NumberText, Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'
import { SubscriptionState } from './subscriptions.ts'
import { TicketKind, TicketLevel } from './tickets.ts'
import { Language } from './translations.ts'

const access = ['tickets.read'] as const
const path = '/admin/ticket-inbox'

/** How many open tickets each filter of the inbox shows; closed ones are counted apart. */
export const TicketCounts = z.object({
  waiting_staff: z.int(),
  waiting_member: z.int(),
  closed: z.int(),
  mine: z.int(),
  unassigned: z.int(),
  others: z.int(),
  kinds: z.record(TicketKind, z.int()),
  levels: z.record(TicketLevel, z.int()),
  /** Wait for staff longer than their level may. */
  late: z.int(),
  /** Since when the oldest unanswered one waits; null: none does. */
  oldest: z.nullable(z.object({ id: z.int(), level: TicketLevel, waits_since: Time })),
  /** Seconds within which staff should answer, by level. */
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

/** What an answer needs to know of the member. */
export const TicketMember = z.object({
  account_id: z.int(),
  name: NameOrAddress,
  /** Of the replies; null: not known. */
  language: z.nullable(Language),
  member_since: Time,
  banned: z.boolean(),
  closed: z.boolean(),
  state: SubscriptionState,
  plan_name: z.nullable(z.string()),
  expires_at: z.nullable(Time),
  /** Billed bytes of this cycle, and all that can be used in it. */
  used: z.int(),
  quota: z.int(),
  /** Of the subscription link; null: never. */
  last_fetch_at: z.nullable(Time),
  last_client: z.nullable(z.string()),
  /** Why they may not be able to connect now, in the caller's language; null: no fault was found. */
  fault: z.nullable(z.object({ title: z.string(), advice: z.string() })),
  /** Their other tickets. */
  other_tickets: z.int(),
})
export type TicketMember = z.infer<typeof TicketMember>

export const adminTicketMember = endpoint({
  method: 'GET',
  path: '/admin/tickets/:id/member',
  access,
  summary: 'Short facts about the member of a ticket',
  params: IdParams,
  response: TicketMember,
})

/** Called from time to time while a ticket is on the screen. */
export const adminTicketPresence = endpoint({
  method: 'POST',
  path: '/admin/tickets/:id/presence',
  access,
  summary: 'Say that I look at a ticket, or write in it, and hear who else does',
  params: IdParams,
  body: z.object({ writing: z.boolean() }),
  response: z.object({ others: z.array(z.object({ name: z.string(), writing: z.boolean() })) }),
})

/** Seconds until half of the tickets, and nine of ten, were there; null: there was none. */
export const TicketTimes = z.object({ count: z.int(), median: z.nullable(z.int()), p90: z.nullable(z.int()) })
export type TicketTimes = z.infer<typeof TicketTimes>

export const TicketFigures = z.object({
  from: Day,
  opened: z.int(),
  first_response: TicketTimes,
  resolution: TicketTimes,
  /** By the week in which tickets were opened, oldest first. */
  weeks: z.array(z.object({ monday: Day, opened: z.int(), first_response: TicketTimes, resolution: TicketTimes })),
  people: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Held now, and those of them that wait for an answer. */
      open: z.int(),
      waiting: z.int(),
      replies: z.int(),
      /** Hundredths, of their rated tickets; null: none. */
      score: z.nullable(z.int()),
    }),
  ),
  kinds: z.record(TicketKind, z.int()),
  /** Opened in the last 30 days for each hundred members with a running plan, in hundredths; null: nobody has one. */
  per_hundred: z.nullable(z.int()),
  /** How many tickets got one star, two, up to five. */
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
  /** Articles that members would have found by it. */
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
