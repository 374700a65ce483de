import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { Period } from '@portico/contract/periods'
import { id, money, ref, time } from '../../db/columns.ts'
import { plans } from '../plans.table.ts'

/** Price changes of plans, oldest first. They decide what earlier buyers pay. */
export const priceChanges = pgTable(
  'plan_price_changes',
  {
    id: id(),
    planId: ref('plan_id', () => plans.id, { onDelete: 'cascade' }).notNull(),
    period: text('period').$type<Period>().notNull(),
    /** null: not sold. */
    fromAmount: money('from_amount'),
    toAmount: money('to_amount'),
    /** When the price also counts for renewals of members who pay less; null: new sales only. */
    renewalsFrom: time('renewals_from'),
    changedAt: time('changed_at').notNull(),
  },
  (t) => [index('plan_price_changes_plan').on(t.planId, t.period, t.id)],
)
export type PriceChange = typeof priceChanges.$inferSelect
