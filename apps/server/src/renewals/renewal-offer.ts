import type { ErrorCode } from '@portico/contract/errors'
import type { Period } from '@portico/contract/periods'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'
import { AppError } from '../errors.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { makeOffer, type Offer } from '../orders/make-offer.ts'

/** The offer that renews the term, with as much from the balance as possible, or why it cannot be renewed. */
export async function renewalOffer(
  db: Db,
  { planId, accountId, expiresAt }: SubscriptionRow,
  context: Context,
): Promise<Offer | ErrorCode> {
  const period = planId === null ? null : await lastPeriod(db, accountId, planId)
  if (planId === null || period === null || expiresAt === null) return 'plan.not_sold'
  try {
    const { offer } = await makeOffer(db, accountId, { planId, period, couponCode: null, useBalance: true }, context)
    if (offer.type !== 'renew' || offer.basis?.expiresAt !== expiresAt.toISOString()) return 'quote.stale'
    return offer
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const LAST_PERIOD = `
  select period from orders
  where account_id = $1 and plan_id = $2 and type in ('new', 'renew', 'change') and status = 'completed'
  order by id desc limit 1`

/** The period for which the member last bought this plan. */
async function lastPeriod(db: Db, accountId: number, planId: number): Promise<Period | null> {
  const [last] = await fixed<{ period: Period }>(db, 'last-period', LAST_PERIOD, [accountId, planId])
  return last?.period ?? null
}
