import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { firstTry, knownPrices } from './known-price.ts'
import { feeForAll, offerUpTo } from './renewal-offer.ts'
import { renewalPrices } from './renewal-prices.table.ts'

/** Stores the present price as accepted, once the member has switched renewal on: it was shown beside the switch. */
export async function agreePrice({ transaction }: Database, accountId: number, context: Context): Promise<void> {
  await transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    const { autoRenew, expiresAt: termEnd } = subscription
    const known = await knownPrices(tx, subscription, context.settings)
    if (!autoRenew || termEnd === null || known === null) return
    const found = await offerUpTo(
      tx,
      subscription,
      { period: known.period, most: null, at: firstTry(termEnd, context.settings, context.now) },
      context,
    )
    if (typeof found === 'string') return
    const { priceAmount, currency } = found.offer
    const { accepted, told } = known
    const feeAmount = (await feeForAll(tx, found)) ?? accepted?.fee ?? 0
    if (accepted?.price === priceAmount && accepted.fee === feeAmount && told.length === 0) return
    await tx.insert(renewalPrices).values({ accountId, termEnd, priceAmount, feeAmount, currency, agreed: true, toldAt: context.now })
  })
}
