import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { eachPeriod } from '@portico/contract/periods'
import type { PlanLimit } from '@portico/contract/plan-limits'
import type { AdminPlan } from '@portico/contract/plans-admin'
import type { ResetMode } from '@portico/contract/reset-mode'
import { type Camel, id, money, ref, time, translations, whole } from '../db/columns.ts'
import { groups } from '../groups/groups.table.ts'

/** Columns of plans and of subscriptions, one for each limit of the contract; null: no limit. */
export const limitColumns = {
  speedLimit: integer('speed_limit'),
  deviceLimit: integer('device_limit'),
} satisfies Record<Camel<PlanLimit>, unknown>

export const plans = pgTable(
  'plans',
  {
    id: id(),
    groupId: ref('group_id', () => groups.id).notNull(),
    name: text('name').notNull(),
    content: text('content').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    translations: translations<AdminPlan['translations']>(),
    /** Bytes per cycle. */
    transferEnable: whole('transfer_enable').notNull(),
    ...limitColumns,
    /** null: the site's. */
    resetMode: text('reset_mode').$type<ResetMode>(),
    capacityLimit: integer('capacity_limit'),
    show: boolean('show').notNull().default(true),
    sell: boolean('sell').notNull().default(true),
    renew: boolean('renew').notNull().default(true),
    ...eachPeriod((period) => money(period)),
    sort: integer('sort').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [index('plans_sort').on(t.sort, t.id)],
)
export type PlanRow = typeof plans.$inferSelect
/** The limits of a plan, as rows of plans and of subscriptions have them; null: none. */
export type PlanLimits = Pick<PlanRow, keyof typeof limitColumns>
/** What a plan offers. */
export type Conditions = Pick<PlanRow, 'groupId' | 'transferEnable'> & PlanLimits & { resetMode: ResetMode }
/** Conditions as orders keep them. Orders from before there were reset modes have none: the reset was monthly. */
export type KeptConditions = Omit<Conditions, 'resetMode'> & { resetMode?: ResetMode }
/** For a name in the reader's language. */
export type NamedPlan = Pick<PlanRow, 'name' | 'translations'>
