import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { endEventsOf } from '../events/end-events.ts'
import { tell } from '../events/tell.ts'
import { namesAs } from '../in-language.ts'
import { orders } from '../orders/orders.table.ts'
import { plans } from '../plans/plans.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { type SubscriptionRow, subscriptions } from '../subscriptions/subscriptions.table.ts'
import { NOTICE_MS } from '../plans/prices/note-changes.ts'
import { firstTry, knownPrices, mostAt, type Price } from './known-price.ts'
import { feeForAll, offerUpTo } from './renewal-offer.ts'
import { renewalPrices } from './renewal-prices.table.ts'

/** Milliseconds of spare notice for new prices, in case the job is late. */
const SPARE_MS = 3 * 86_400_000

/**
 * Tells members the cost of a coming renewal if it differs from the last purchase or a card's fee is higher; once per term and price,
 * however often it runs. A rise that comes too late is told for the next term. The event ends when the price changes again. Suspended
 * members are left out.
 */
export async function notePrices(database: Database, context: Context): Promise<void> {
  if (!context.settings['renewal.enabled']) return
  for (const accountId of await listDue(database, context)) await notePrice(database, accountId, context)
}

/** Members to tell: another price or higher fee, no known price, or told before in this term. */
async function listDue({ db }: Database, { now, settings }: Context): Promise<number[]> {
  const until = new Date(now.getTime() + NOTICE_MS + SPARE_MS + settings['renewal.hours_before'] * 3_600_000)
  const { rows } = await db.execute<{ accountId: number }>(sql`
    select s.account_id as "accountId"
    from ${subscriptions} s
    join ${accounts} a on a.id = s.account_id and a.banned_at is null and a.closed_at is null
    join ${plans} p on p.id = s.plan_id
    cross join lateral (
      select o.period, o.price_amount, o.fee_amount, o.expires_at <= o.created_at or o.currency <> ${settings['site.currency']} as is_unknown
      from ${orders} o
      where o.account_id = s.account_id and o.plan_id = s.plan_id and o.type in ('new', 'renew', 'change') and o.status = 'completed'
      order by o.id desc limit 1) last
    cross join lateral (select (to_jsonb(p) ->> last.period)::bigint as price) present
    where s.auto_renew and s.expires_at > ${now} and s.expires_at <= ${until}
      and (present.price <> last.price_amount or last.is_unknown
        or exists (
          select from saved_cards c join payment_methods m on m.id = c.method_id and m.enabled and m.deleted_at is null
          where c.account_id = s.account_id and (present.price * m.fee_percent + 5000) / 10000 + m.fee_fixed > last.fee_amount)
        or exists (select from ${renewalPrices} r where r.account_id = s.account_id and r.term_end = s.expires_at)
        or exists (select from events e where e.account_id = s.account_id and e.type = 'renewal_price' and e.ended_at is null))`)
  return rows.map(({ accountId }) => accountId)
}

async function notePrice({ transaction }: Database, accountId: number, context: Context): Promise<void> {
  const { now } = context
  await transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    const next = subscription.autoRenew ? await nextPrice(tx, subscription, context) : null
    // A renewal that is not possible sends its own message when it fails.
    if (next === null) return endEventsOf(tx, [accountId], ['renewal_price'], now)
    const { price, fee, amount, currency, termEnd, isNew, isNews } = next
    if (isNew) await tx.insert(renewalPrices).values({ accountId, termEnd, priceAmount: price, feeAmount: fee, currency, toldAt: now })
    if (!isNews) return endEventsOf(tx, [accountId], ['renewal_price'], now)
    const cause = `renewal_price ${termEnd.getTime()} ${amount}${fee === 0 ? '' : ` ${fee}`}`
    await endEventsOf(tx, [accountId], ['renewal_price'], now, cause)
    const { plan } = await readSubscription(tx, accountId)
    const names = namesAs(plan?.translations ?? {}, 'plan')
    const data = { plan: plan?.name ?? '', translations: names, amount, fee, currency, expires_at: termEnd.toISOString() }
    await tell(tx, accountId, { type: 'renewal_price', cause, data }, now)
  })
}

/** `isNews`: differs from the accepted price. `isNew`: also from what was told last. */
type NextPrice = Price & { amount: number; currency: string; termEnd: Date; isNews: boolean; isNew: boolean }

/** Cost of the renewal: the present price if there is time to tell it, else what the member knows. */
async function nextPrice(tx: Tx, subscription: SubscriptionRow, context: Context): Promise<NextPrice | null> {
  const { now, settings } = context
  const { expiresAt: termEnd } = subscription
  const known = await knownPrices(tx, subscription, settings)
  if (known === null || termEnd === null) return null
  const tried = firstTry(termEnd, settings, now)
  const isInTime = tried.getTime() - now.getTime() >= NOTICE_MS
  const most = isInTime ? null : mostAt(known, tried)
  // Too late to be told, so the renewal fails.
  if (!isInTime && most === null) return null
  const found = await offerUpTo(tx, subscription, { period: known.period, most, at: tried }, context)
  if (typeof found === 'string') return null
  const { priceAmount: price, currency, totalAmount, balanceAmount } = found.offer
  const last = known.told.at(-1) ?? known.accepted
  const fee = (await feeForAll(tx, found)) ?? last?.fee ?? 0
  const isNews = known.accepted?.price !== price || fee > known.accepted.fee
  return {
    price,
    fee,
    currency,
    termEnd,
    amount: totalAmount + balanceAmount,
    isNews,
    isNew: (isNews || known.told.length > 0) && (last?.price !== price || last.fee !== fee),
  }
}
