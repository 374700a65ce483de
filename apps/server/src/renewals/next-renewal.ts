import type { ErrorCode } from '@portico/contract/errors'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { memberBalance } from '../ledger/post.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import { choosePayer } from './begin-renewal.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { firstTry, knownPrices } from './known-price.ts'
import { offerUpTo, type RenewalOffer, renewalOffer } from './renewal-offer.ts'

/**
 * `amount`: before the fee of the card, `feeAmount`; null: nothing to renew, or renewals are disabled. `paidBy` null: neither balance nor
 * cards cover it.
 */
export type NextRenewal = { amount: number | null; feeAmount: number; balance: number; currency: string; paidBy: 'balance' | 'card' | null }

/** Cost of the next automatic renewal as of now, and what pays it. */
export async function nextRenewal(db: Db, accountId: number, context: Context): Promise<NextRenewal> {
  const { now, settings } = context
  const currency = settings['site.currency']
  const [{ subscription }, balance] = await Promise.all([readSubscription(db, accountId), memberBalance(db, accountId, currency)])
  const { planId, expiresAt } = subscription
  const none = { amount: null, feeAmount: 0, balance, currency, paidBy: null }
  if (!settings['renewal.enabled'] || planId === null || expiresAt === null || !isActive(subscription, now)) return none
  const found = await offerNow(db, subscription, context, expiresAt)
  if (typeof found === 'string') return none
  const { totalAmount, balanceAmount } = found.offer
  const amount = totalAmount + balanceAmount
  if (totalAmount === 0) return { ...none, amount, paidBy: 'balance' }
  const payer = await choosePayer(db, found, expiresAt)
  if (payer === null || typeof payer === 'string') return { ...none, amount }
  return { ...none, amount, feeAmount: payer.charge.feeAmount, paidBy: 'card' }
}

/** While renewal is off: at the present price, which the member accepts by switching it on. */
async function offerNow(db: Db, subscription: SubscriptionRow, context: Context, expiresAt: Date): Promise<RenewalOffer | ErrorCode> {
  const { now, settings } = context
  const at = firstTry(expiresAt, settings, now)
  if (subscription.autoRenew) return renewalOffer(db, subscription, context, at)
  const known = await knownPrices(db, subscription, settings)
  return known === null ? 'plan.not_sold' : offerUpTo(db, subscription, { period: known.period, most: null, at }, context)
}
