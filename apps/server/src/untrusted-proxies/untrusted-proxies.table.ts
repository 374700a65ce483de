import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Peers that sent a forwarded header without being trusted: at most one inside our networks and one outside. */
export const untrustedProxies = pgTable('untrusted_proxies', {
  /** Loopback, private or link-local, as one's own proxy usually is. */
  isInside: boolean('is_inside').primaryKey(),
  address: text('address').notNull(),
  seenAt: time('seen_at').notNull(),
})

/** What trusted proxies sent last in each header that is no address: their visitors then count as one. */
export const unreadableForwards = pgTable('unreadable_forwards', {
  header: text('header').primaryKey(),
  proxy: text('proxy').notNull(),
  /** With each digit as 0. */
  sent: text('sent').notNull(),
  seenAt: time('seen_at').notNull(),
})
