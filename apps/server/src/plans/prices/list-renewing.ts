import type { Period } from '@portico/contract/periods'
import { and, asc, eq, sql } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../errors.ts'
import { orders } from '../../orders/orders.table.ts'
import { subscriptions } from '../../subscriptions/subscriptions.table.ts'
import { plans } from '../plans.table.ts'
import { type KeptPrice, keptPrice } from './kept-price.ts'
import { type PriceChange, priceChanges } from './price-changes.table.ts'
import { boughtAt } from './read-kept.ts'

/** SQL for queries over `subscriptions s`. `last`: period of the last purchase. `since`: price changes after it. */
export const renewingSql = {
  last: sql`(
    select o.period from ${orders} o
    where o.account_id = s.account_id and o.plan_id = s.plan_id and o.type in ('new', 'renew', 'change') and o.status = 'completed'
    order by o.id desc limit 1) last`,
  since: sql`(
    select count(*) from ${priceChanges} c
    where c.plan_id = s.plan_id and c.period = last.period and c.changed_at > ${boughtAt(sql`s.account_id`, sql`s.plan_id`)})`,
}

export type Renewing = KeptPrice & { period: Period; members: number }

/** Number of members per renewal price and last bought period. Throws `plan.not_found`. */
export async function listRenewing(db: Db, planId: number, now: Date): Promise<Renewing[]> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId))
  if (!plan) throw new AppError('plan.not_found')
  const { rows } = await db.execute<{ period: Period; since: number; members: number }>(sql`
    select last.period, ${renewingSql.since} as since, count(*) as members
    from ${subscriptions} s
    join ${accounts} a on a.id = s.account_id and a.closed_at is null
    cross join lateral ${renewingSql.last}
    where s.plan_id = ${planId} and s.expires_at > ${now}
    group by 1, 2 order by 1, 2 desc`)
  const all = await changesOf(db, planId)
  const found = rows.flatMap(({ period, since, members }) => {
    const present = plan[period]
    if (present === null) return []
    const changes = all.filter((change) => change.period === period)
    return [{ period, members, ...keptPrice(present, changes.slice(changes.length - since), now) }]
  })
  const groups = Map.groupBy(found, ({ period, price, next }) => `${period} ${price} ${next?.price} ${next?.from.getTime()}`)
  return [...groups.values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, members: same.reduce((sum, { members }) => sum + members, 0) })),
  )
}

/** The changes of a plan's prices, or of one, oldest first. */
export function changesOf(db: Db, planId: number, period?: Period): Promise<PriceChange[]> {
  return db
    .select()
    .from(priceChanges)
    .where(and(eq(priceChanges.planId, planId), period && eq(priceChanges.period, period)))
    .orderBy(asc(priceChanges.id))
}
