import { periodMonths } from '@portico/contract/periods'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { plans } from '../../plans/plans.table.ts'
import { cycleBytes } from '../carry-over.ts'
import type { Rate } from './parts.ts'
import { lastPeriod } from '../read-subscription.ts'
import type { SubscriptionRow } from '../subscriptions.table.ts'

/** Traffic of the held plan per days; thirty are a month. Without resets, per last bought period. */
export async function rateOf(db: Db, subscription: SubscriptionRow): Promise<Rate> {
  const { accountId, planId, resetMode } = subscription
  if (planId === null) return { bytes: cycleBytes(subscription), days: 30 }
  const [plan] = await db.select({ bytes: plans.transferEnable }).from(plans).where(eq(plans.id, planId))
  return { bytes: plan?.bytes ?? cycleBytes(subscription), days: 30 * (await monthsOf(db, { accountId, planId, resetMode })) }
}

async function monthsOf(
  db: Db,
  { accountId, planId, resetMode }: Pick<SubscriptionRow, 'accountId' | 'resetMode'> & { planId: number },
): Promise<number> {
  if (resetMode === 'monthly' || resetMode === 'first_of_month') return 1
  if (resetMode !== 'never') return 12
  const period = await lastPeriod(db, accountId, planId)
  return (period && periodMonths[period]) ?? 1
}
