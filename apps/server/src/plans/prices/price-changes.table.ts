import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Period } from '@portico/contract/periods'
import { plans } from '../plans.table.ts'

/** Price changes of plans, oldest first. They decide what earlier buyers pay. */
export const priceChanges = pgTable(
  'plan_price_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    planId: bigint('plan_id', { mode: 'number' })
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    period: text('period').$type<Period>().notNull(),
    /** Prices before and after; null: not sold. */
    fromAmount: bigint('from_amount', { mode: 'number' }),
    toAmount: bigint('to_amount', { mode: 'number' }),
    /** When the price also counts for renewals of members who pay less; null: new sales only. */
    renewalsFrom: timestamp('renewals_from', { withTimezone: true }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('plan_price_changes_plan').on(t.planId, t.period, t.id)],
)
export type PriceChange = typeof priceChanges.$inferSelect
