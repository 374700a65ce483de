import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { compensationEvent } from './outages.ts'
import { Ok, pageOf, pageQuery, Time } from './paging.ts'
import { renewalProblemEvent } from './subscriptions.ts'
import { usageAlertEvent } from './usage-alerts.ts'

/**
 * Every type of event, as stored and as shown. Its noun declares it, and this list names it. Its data are values; the code that shows
 * them adds the words. Rows live for 180 days, so a changed schema must still read old ones.
 */
export const EventContent = z.discriminatedUnion('type', [compensationEvent, renewalProblemEvent, usageAlertEvent])
export type EventContent = z.infer<typeof EventContent>
export type EventType = EventContent['type']
/** The data of one type. */
export type EventOf<T extends EventType> = Extract<EventContent, { type: T }>['data']

const state = {
  id: z.int(),
  created_at: Time,
  /** null: not read. */
  read_at: z.nullable(Time),
  /** When the cause ended; null: it has not. An ended event counts as read. */
  ended_at: z.nullable(Time),
}
export const MemberEvent = z.discriminatedUnion('type', [
  z.object({ ...state, ...compensationEvent.shape }),
  z.object({ ...state, ...renewalProblemEvent.shape }),
  z.object({ ...state, ...usageAlertEvent.shape }),
])
export type MemberEvent = z.infer<typeof MemberEvent>

/** Newest first. `unread` counts all unread events, regardless of page and filter. */
export const listEvents = endpoint({
  method: 'GET',
  path: '/muser/events',
  access: 'member',
  summary: 'My events of the last 180 days',
  query: z.object({ page: pageQuery.page, page_size: pageQuery.page_size, unread: z.optional(z.literal('true')) }),
  response: z.object({ ...pageOf(MemberEvent).shape, unread: z.int() }),
})

/** Ignores ids that belong to others or no longer exist. `up_to`: all up to this id, so later events stay unread. */
export const markEventsRead = endpoint({
  method: 'POST',
  path: '/muser/events/read',
  access: 'member',
  summary: 'Mark some events as read, or all up to one',
  body: z.union([z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(100)) }), z.object({ up_to: z.int() })]),
  response: Ok,
})
