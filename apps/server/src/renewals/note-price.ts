import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/client.ts'
import { endEventsOf } from '../events/end-events.ts'
import { tell } from '../events/tell.ts'
import { namesAs } from '../in-language.ts'
import { orders } from '../orders/orders.table.ts'
import { plans } from '../plans/plans.table.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { readSubscription } from '../subscriptions/read-subscription.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { renewalOffer } from './renewal-offer.ts'

/** Members get the new price this long before the term ends, or later if it changes later. */
const AHEAD_DAYS = 7

/**
 * Tells members whose plan renews itself soon at another price than they last bought it for, once per term and price however often it is
 * called. An event ends when the price changes again, also back. Suspended members are not told.
 */
export async function notePrices(database: Database, context: Context): Promise<void> {
  if (!context.settings['renewal.enabled']) return
  for (const { accountId, isChanged } of await listDue(database, context)) {
    await notePrice(database, accountId, isChanged, context)
  }
}

type Due = { accountId: number; isChanged: boolean }

/** Those with another price, and those who were told of one. */
async function listDue({ db }: Database, { now, settings }: Context): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    select s.account_id as "accountId", found.changed as "isChanged"
    from ${subscriptions} s
    join ${accounts} a on a.id = s.account_id and a.banned_at is null and a.closed_at is null
    join ${plans} p on p.id = s.plan_id
    cross join lateral (
      select o.period, o.price_amount, o.currency from ${orders} o
      where o.account_id = s.account_id and o.plan_id = s.plan_id and o.type in ('new', 'renew', 'change') and o.status = 'completed'
      order by o.id desc limit 1) last
    cross join lateral (
      select (to_jsonb(p) ->> last.period)::bigint <> last.price_amount and last.currency = ${settings['site.currency']} as changed) found
    where s.auto_renew and s.expires_at > ${now} and s.expires_at <= ${now}::timestamptz + make_interval(days => ${AHEAD_DAYS})
      and (found.changed or exists (
        select from events e where e.account_id = s.account_id and e.type = 'renewal_price' and e.ended_at is null))`)
  return rows
}

async function notePrice({ transaction }: Database, accountId: number, isChanged: boolean, context: Context): Promise<void> {
  const { now, settings } = context
  await transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    const { plan } = await readSubscription(tx, accountId)
    const offer = isChanged && subscription.autoRenew ? await renewalOffer(tx, subscription, context) : null
    // A renewal that is not possible sends its own message when it fails.
    if (offer === null || typeof offer === 'string' || plan === null || subscription.expiresAt === null)
      return endEventsOf(tx, [accountId], ['renewal_price'], now)
    const amount = offer.totalAmount + offer.balanceAmount
    const cause = `renewal_price ${subscription.expiresAt.getTime()} ${amount}`
    await endEventsOf(tx, [accountId], ['renewal_price'], now, cause)
    const names = namesAs(plan.translations, 'plan')
    const expires = subscription.expiresAt.toISOString()
    const data = { plan: plan.name, translations: names, amount, currency: settings['site.currency'], expires_at: expires }
    await tell(tx, accountId, { type: 'renewal_price', cause, data }, now)
  })
}
