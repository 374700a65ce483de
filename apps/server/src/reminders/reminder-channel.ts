import { kindOfReminder, type ReminderChannel } from '@portico/contract/reminders'
import type { Db } from '../db/client.ts'
import type { Channel, Delivery, DeliveredEvent } from '../events/channel.ts'
import { mayReach } from './may-reach.ts'

type Parts = { database: { db: Db }; now: () => Date }

/**
 * A channel of events that asks each member's preferences first: it sends now, at the end of the quiet hours, or not at all. `send` says
 * why it did not reach the member, throws to be tried again, and may be called twice for an event.
 */
export function reminderChannel(
  { database, now }: Parts,
  channel: ReminderChannel,
  send: (event: DeliveredEvent) => Promise<void | Delivery>,
): Channel {
  return {
    name: channel,
    deliver: async (event) => {
      const { accountId, content } = event
      const allowed = await mayReach(database.db, { accountId, kind: kindOfReminder[content.type], channel }, now())
      if (allowed === true) return send(event)
      return allowed || { skipped: 'off' }
    },
  }
}
