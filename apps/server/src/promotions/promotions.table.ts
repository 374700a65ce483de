import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Period } from '@portico/contract/periods'
import type { AdminPromotion } from '@portico/contract/promotions-admin'
import { translations } from '../db/columns.ts'

/** A price cut for everyone, or for new members, while it runs. Shown at /discount and applied to every quote. */
export const promotions = pgTable(
  'promotions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    content: text('content').notNull().default(''),
    translations: translations<AdminPromotion['translations']>(),
    percent: integer('percent').notNull(),
    /** null: any plan, any period. */
    planIds: bigint('plan_ids', { mode: 'number' }).array(),
    periods: text('periods').array().$type<Period[]>(),
    /** Only for new members, see `promotions/new-member.ts`. */
    newMembersOnly: boolean('new_members_only').notNull().default(false),
    startsAt: timestamp('starts_at', { withTimezone: true }),
    endsAt: timestamp('ends_at', { withTimezone: true }),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('promotions_running').on(t.enabled, t.endsAt), check('promotions_percent', sql`percent between 1 and 100`)],
)
export type PromotionRow = typeof promotions.$inferSelect
