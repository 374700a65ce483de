import type { EventType } from '@portico/contract/events'

/** What one cause may bring to many members at once: it has workers of its own, and waits behind what concerns one member. */
export const BULK_EVENTS: EventType[] = [
  'node_outage',
  'outage_compensation',
  'plan_expiring',
  'price_announced',
  'renewal_price',
  'told_by_staff',
  'usage_alert',
]

export const isBulk = (type: EventType): boolean => BULK_EVENTS.includes(type)
