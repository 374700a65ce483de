import { type Period, periodMonths, PERIODS } from '@portico/contract/periods'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { orders } from '../../orders/orders.table.ts'
import { readSubscription } from '../../subscriptions/read-subscription.ts'
import { isActive } from '../../subscriptions/state.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import type { PlanRow } from '../plans.table.ts'
import { type KeptPrice, keptPrice } from './kept-price.ts'
import { priceChanges } from './price-changes.table.ts'

/** Renewal price of a plan's period; null: not sold, or does not renew the holder's term. */
export type KeptPrices = (plan: PlanRow, period: Period, at: Date) => KeptPrice | null
/** A period whose price is the holder's own, or will change. `usual`: for new members. */
export type OwnPrice = KeptPrice & { period: Period; usual: number }

/** Renewal prices of a plan's holder. A holder by redeem code, who never bought it, pays the present price. */
export async function readKept(db: Db, holder: Pick<SubscriptionRow, 'accountId' | 'planId' | 'expiresAt'>): Promise<KeptPrices> {
  const { accountId, planId, expiresAt } = holder
  if (planId === null) return () => null
  const changes = await db
    .select()
    .from(priceChanges)
    .where(and(eq(priceChanges.planId, planId), sql`${priceChanges.changedAt} > ${boughtAt(sql`${accountId}`, sql`${planId}`)}`))
    .orderBy(asc(priceChanges.id))
  return (plan, period, at) => {
    const present = plan[period]
    const renews = period !== 'reset_price' && (periodMonths[period] === null) === (expiresAt === null)
    if (present === null || plan.id !== planId || !renews) return null
    return keptPrice(
      present,
      changes.filter((change) => change.period === period),
      at,
    )
  }
}

/** Running plan of an account and its renewal prices; null: none runs. */
export async function heldPrices(db: Db, accountId: number, now: Date): Promise<{ planId: number | null; kept: KeptPrices }> {
  const { subscription } = await readSubscription(db, accountId)
  if (!isActive(subscription, now)) return { planId: null, kept: () => null }
  return { planId: subscription.planId, kept: await readKept(db, subscription) }
}

/** When an account bought a plan, whose prices its renewals keep; null: never. */
export function boughtAt(accountId: SQL, planId: SQL): SQL {
  return sql`(
    select o.created_at from ${orders} o
    where o.account_id = ${accountId} and o.plan_id = ${planId} and o.type in ('new', 'change') and o.completed_at is not null
    order by o.id desc limit 1)`
}

/** The plan with its holder's renewal prices. `own`: those that differ from the usual. */
export function withKept(plan: PlanRow, kept: KeptPrices, now: Date): { plan: PlanRow; own: OwnPrice[] } {
  const own = PERIODS.flatMap((period): OwnPrice[] => {
    const [found, usual] = [kept(plan, period, now), plan[period]]
    return found === null || usual === null || (found.price === usual && found.next === null) ? [] : [{ period, usual, ...found }]
  })
  return { plan: { ...plan, ...Object.fromEntries(own.map(({ period, price }) => [period, price])) }, own }
}
