import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AdminPlan } from '@portico/contract/plans-admin'
import type { ResetMode } from '@portico/contract/reset-mode'
import { translations } from '../db/columns.ts'
import { groups } from '../groups/groups.table.ts'

const price = (name: string) => bigint(name, { mode: 'number' })

export const plans = pgTable(
  'plans',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    groupId: bigint('group_id', { mode: 'number' })
      .notNull()
      .references(() => groups.id),
    name: text('name').notNull(),
    content: text('content').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    translations: translations<AdminPlan['translations']>(),
    /** Bytes per cycle. */
    transferEnable: bigint('transfer_enable', { mode: 'number' }).notNull(),
    /** Mbps; null: unlimited. */
    speedLimit: integer('speed_limit'),
    deviceLimit: integer('device_limit'),
    /** Mode of the reset; null: the site's. */
    resetMode: text('reset_mode').$type<ResetMode>(),
    capacityLimit: integer('capacity_limit'),
    show: boolean('show').notNull().default(true),
    sell: boolean('sell').notNull().default(true),
    renew: boolean('renew').notNull().default(true),
    month_price: price('month_price'),
    quarter_price: price('quarter_price'),
    half_year_price: price('half_year_price'),
    year_price: price('year_price'),
    two_year_price: price('two_year_price'),
    three_year_price: price('three_year_price'),
    onetime_price: price('onetime_price'),
    reset_price: price('reset_price'),
    sort: integer('sort').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('plans_sort').on(t.sort, t.id)],
)
export type PlanRow = typeof plans.$inferSelect
/** Columns for a plan's name in a reader's language. */
export type NamedPlan = Pick<PlanRow, 'name' | 'translations'>
