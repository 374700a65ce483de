import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { memberBalance } from '../ledger/post.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import { choosePayer } from './renew-by-card.ts'
import { renewalOffer } from './renewal-offer.ts'

/**
 * `amount`: before any payment fee; null: nothing to renew, or renewals are disabled. `paidBy` null: neither balance nor cards cover it.
 */
export type NextRenewal = { amount: number | null; balance: number; currency: string; paidBy: 'balance' | 'card' | null }

/** What an automatic renewal would cost now, and what would pay for it. */
export async function nextRenewal(db: Db, accountId: number, context: Context): Promise<NextRenewal> {
  const currency = context.settings['site.currency']
  const [{ subscription }, balance] = await Promise.all([readSubscription(db, accountId), memberBalance(db, accountId, currency)])
  const runs =
    context.settings['renewal.enabled'] &&
    subscription.planId !== null &&
    subscription.expiresAt !== null &&
    isActive(subscription, context.now)
  const offer = runs ? await renewalOffer(db, subscription, context) : null
  if (offer === null || typeof offer === 'string' || subscription.expiresAt === null)
    return { amount: null, balance, currency, paidBy: null }
  const amount = offer.totalAmount + offer.balanceAmount
  if (offer.totalAmount === 0) return { amount, balance, currency, paidBy: 'balance' }
  const payer = await choosePayer(db, offer, subscription.expiresAt)
  return { amount, balance, currency, paidBy: payer !== null && typeof payer !== 'string' ? 'card' : null }
}
