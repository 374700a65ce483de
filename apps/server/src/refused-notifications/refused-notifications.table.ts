import type { RefusalReason } from '@portico/contract/refused-notifications-admin'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, time, whole } from '../db/columns.ts'

/** Payment notifications that were refused, kept for 180 days. */
export const refusedNotifications = pgTable(
  'refused_notifications',
  {
    id: id(),
    at: time('at').notNull(),
    reason: text('reason').$type<RefusalReason>().notNull(),
    /** The driver's reason. */
    detail: text('detail'),
    /** No foreign key, because a method that was never used can be deleted. */
    methodId: whole('method_id'),
    driver: text('driver'),
    ip: text('ip'),
    network: text('network'),
    /** The number in the notification, not verified. */
    number: text('number'),
    body: text('body'),
    /** How many notifications the row represents. */
    times: integer('times').notNull().default(1),
    /** The minute and key it counts; null: a single notification. */
    counted: text('counted'),
  },
  (t) => [
    index('refused_notifications_at').on(t.at, t.id),
    index('refused_notifications_method').on(t.methodId, t.at, t.id),
    index('refused_notifications_number').on(t.number),
    uniqueIndex('refused_notifications_counted').on(t.counted),
    check('refused_notifications_more', sql`(reason = 'more') = (counted is not null)`),
  ],
)
export type RefusedNotificationRow = typeof refusedNotifications.$inferSelect
