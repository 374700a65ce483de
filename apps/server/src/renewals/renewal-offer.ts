import type { ErrorCode } from '@portico/contract/errors'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { makeOffer, type Offer } from '../orders/make-offer.ts'
import { lastPeriod } from '../subscriptions/read-subscription.ts'

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
