import type { ErrorCode } from '@portico/contract/errors'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { makeOffer, type Offer } from '../orders/make-offer.ts'
import { payersFor } from '../saved-cards/saved-cards.ts'
import { type KnownPrices, knownPrices, mostAt, type Price } from './known-price.ts'

/** `mostFee` null: no limit. */
export type RenewalOffer = { offer: Offer; mostFee: number | null }

/**
 * Offer that renews the term now, from the balance as far as possible, or why it cannot. Costs at most what the member was told in time;
 * `renewal.price_not_agreed` if nothing.
 */
export async function renewalOffer(
  db: Db,
  subscription: SubscriptionRow,
  context: Context,
  at = context.now,
): Promise<RenewalOffer | ErrorCode> {
  const known = await knownPrices(db, subscription, context.settings)
  if (known === null) return 'plan.not_sold'
  const most = mostAt(known, at)
  if (most === null) return 'renewal.price_not_agreed'
  return offerUpTo(db, subscription, { period: known.period, most, at }, context)
}

/** Like `renewalOffer`, with a limit of the caller's and priced at a moment. `most` null: none, because the member is about to be told. */
export async function offerUpTo(
  db: Db,
  { planId, accountId, expiresAt }: SubscriptionRow,
  { period, most, at }: { period: KnownPrices['period']; most: Price | null; at?: Date },
  context: Context,
): Promise<RenewalOffer | ErrorCode> {
  if (planId === null || expiresAt === null) return 'plan.not_sold'
  const wanted = { planId, period, couponCode: null, useBalance: true, mostPrice: most?.price ?? null, ...(at && { pricedAt: at }) }
  try {
    const { offer } = await makeOffer(db, accountId, wanted, context)
    if (offer.type !== 'renew' || offer.basis?.expiresAt !== expiresAt.toISOString()) return 'quote.stale'
    return { offer, mostFee: most?.fee ?? null }
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** The fee if the card pays the whole renewal, because the balance may be spent by then; null: no card. */
export async function feeForAll(db: Db, { offer, mostFee }: RenewalOffer): Promise<number | null> {
  const { accountId, totalAmount, balanceAmount, currency } = offer
  const [payer] = await payersFor(db, accountId, { totalAmount: totalAmount + balanceAmount, currency, mostFee })
  return payer?.charge.feeAmount ?? null
}
