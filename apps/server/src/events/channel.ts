import type { EventContent, NotSentBecause } from '@portico/contract/events'

export type DeliveredEvent = { id: number; accountId: number; createdAt: Date; content: EventContent }

/** Result in place of sending. `later`: try again then. `skipped`: never. */
export type Delivery = { later: Date } | { skipped: NotSentBecause }

/**
 * A way to reach members. `deliver` throws when the event should be retried later, and may be called again for an event whose
 * delivery could not be recorded. The site itself is none: members read the row.
 */
export type Channel = {
  name: string
  deliver: (event: DeliveredEvent) => Promise<void | Delivery>
  /** Whether the settings switch it on; absent: it has no switch. */
  isOn?: () => boolean
}
