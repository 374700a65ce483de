import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Period } from '@portico/contract/periods'
import { id, time, whole } from '../db/columns.ts'

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    /** Upper case. */
    code: text('code').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<'amount' | 'percent'>().notNull(),
    /** Minor units of the site's currency, or percent. */
    value: whole('value').notNull(),
    /** null: any plan, any period. */
    planIds: whole('plan_ids').array(),
    periods: text('periods').array().$type<Period[]>(),
    /** Uses in all, and per member; null: no limit. */
    limitUse: integer('limit_use'),
    limitPerMember: integer('limit_per_member'),
    /** Only for new members, as `orders/new-member.ts` defines them. */
    newMembersOnly: boolean('new_members_only').notNull().default(false),
    /** Number of open and settled orders with this coupon. */
    used: integer('used').notNull().default(0),
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    enabled: boolean('enabled').notNull().default(true),
    /** Id shared by coupons of one batch. */
    batchId: text('batch_id'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('coupons_code').on(t.code),
    // People type a code with other hyphens, or none.
    index('coupons_code_plain').on(sql`replace(${t.code}, '-', '')`),
    index('coupons_batch').on(t.batchId),
    index('coupons_created').on(t.createdAt, t.id),
    check('coupons_value', sql`value > 0 and (kind <> 'percent' or value <= 100)`),
    check('coupons_used', sql`used >= 0 and (limit_use is null or used <= limit_use)`),
  ],
)
export type CouponRow = typeof coupons.$inferSelect
