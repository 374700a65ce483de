import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Period } from '@portico/contract/periods'
import type { AdminPromotion } from '@portico/contract/promotions-admin'
import { id, time, translations, whole } from '../db/columns.ts'

/** A price cut for everyone, or for new members, while it runs. Shown at /discount and applied to every quote. */
export const promotions = pgTable(
  'promotions',
  {
    id: id(),
    name: text('name').notNull(),
    content: text('content').notNull().default(''),
    translations: translations<AdminPromotion['translations']>(),
    percent: integer('percent').notNull(),
    /** null: any plan, any period. */
    planIds: whole('plan_ids').array(),
    periods: text('periods').array().$type<Period[]>(),
    /** Only for new members, see `promotions/new-member.ts`. */
    newMembersOnly: boolean('new_members_only').notNull().default(false),
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [index('promotions_running').on(t.enabled, t.endsAt), check('promotions_percent', sql`percent between 1 and 100`)],
)
export type PromotionRow = typeof promotions.$inferSelect
