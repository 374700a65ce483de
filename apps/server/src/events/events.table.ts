import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { EventContent, EventType, NotSentBecause } from '@portico/contract/events'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'

/** Events that members are notified of. */
export const events = pgTable(
  'events',
  {
    id: id(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    type: text('type').$type<EventType>().notNull(),
    /** What happened, named by its noun. A member has at most one open event per cause. */
    cause: text('cause').notNull(),
    data: jsonb('data').$type<EventContent['data']>().notNull(),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
    endedAt: time('ended_at'),
    /** When its deliveries were written; null: not yet. */
    routedAt: time('routed_at'),
  },
  (t) => [
    uniqueIndex('events_open')
      .on(t.accountId, t.cause)
      .where(sql`ended_at is null`),
    index('events_account').on(t.accountId, t.id),
    index('events_unread')
      .on(t.accountId, t.id)
      .where(sql`read_at is null and ended_at is null`),
    // Types that end for many members at once.
    index('events_of_many')
      .on(t.type, t.cause)
      .where(sql`type in ('node_outage', 'plan_expiring') and ended_at is null`),
    index('events_unrouted')
      .on(t.id)
      .where(sql`routed_at is null and ended_at is null`),
    index('events_created').on(t.createdAt),
  ],
)

/** Deliveries, one per event and channel. Open ones are deleted when their event ends. */
export const eventDeliveries = pgTable(
  'event_deliveries',
  {
    eventId: ref('event_id', () => events.id, { onDelete: 'cascade' }).notNull(),
    channel: text('channel').notNull(),
    /** One of many with the same cause: it has workers of its own. */
    bulk: boolean('bulk').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    /** While a process delivers it: when another one may take it. */
    nextTryAt: time('next_try_at').notNull(),
    /** When it was over, sent or not. */
    deliveredAt: time('delivered_at'),
    /** Why it was not sent; null: it was, or still waits. */
    skipped: text('skipped').$type<NotSentBecause>(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.channel] }),
    index('event_deliveries_due')
      .on(t.channel, t.bulk, t.nextTryAt, t.eventId)
      .where(sql`delivered_at is null`),
  ],
)
