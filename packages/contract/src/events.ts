import * as z from 'zod/mini'
import { commissionConfirmedEvent } from './commissions.ts'
import { orderPaidEvent, orderWaitingEvent } from './orders.ts'
import { compensationEvent, nodeOutageEvent } from './outages.ts'
import { priceAnnouncedEvent } from './plans.ts'
import { planExpiringEvent, renewalPriceEvent, renewalProblemEvent } from './subscriptions.ts'
import { ticketAnsweredEvent, ticketClosedEvent } from './tickets.ts'
import { toldByStaffEvent } from './told-by-staff.ts'
import { usageAlertEvent } from './usage-alerts.ts'

/**
 * Every type of event, as stored and as shown. Its noun declares it, and this list names it. Its data are values; the code that shows
 * them adds the words. Rows live for 180 days, so a changed schema must still read old ones.
 */
export const EventContent = z.discriminatedUnion('type', [
  commissionConfirmedEvent,
  compensationEvent,
  nodeOutageEvent,
  orderPaidEvent,
  orderWaitingEvent,
  planExpiringEvent,
  priceAnnouncedEvent,
  renewalPriceEvent,
  renewalProblemEvent,
  ticketAnsweredEvent,
  ticketClosedEvent,
  toldByStaffEvent,
  usageAlertEvent,
])
export type EventContent = z.infer<typeof EventContent>
export type EventType = EventContent['type']
/** The `data` of one type of event. */
export type EventOf<T extends EventType> = Extract<EventContent, { type: T }>['data']

/**
 * Why an event was not sent on a channel. `off`: the member switched it off. `no_address`: the member has none there. `bounced`: mail does
 * not arrive. `not_configured`: the site lacks the channel.
 */
export type NotSentBecause = 'off' | 'no_address' | 'bounced' | 'not_configured'
