import type { Settings } from '@portico/contract/settings-admin'
import { eq, sql } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import type { Database, Tx } from '../../db/client.ts'
import { tellMany } from '../../events/tell.ts'
import { namesAs } from '../../in-language.ts'
import { subscriptions } from '../../subscriptions/subscriptions.table.ts'
import { plans } from '../plans.table.ts'
import { keptPrice } from './kept-price.ts'
import { changesOf, renewingSql } from './list-renewing.ts'
import { priceChanges } from './price-changes.table.ts'

export const ANNOUNCE_JOB = 'announce_prices'
const BATCH = 1000

export const announcedCause = (changeId: number): string => `price_announced ${changeId}`

type Announcing = { changeId: number; settings: Settings; now: Date }

/**
 * Tells the members whose renewals a change concerns. Each batch is a transaction, so it may be interrupted and called again. Stops once
 * the price has changed again for all of them.
 */
export async function announcePrices({ transaction }: Database, what: Announcing): Promise<void> {
  for (let after: number | null = 0; after !== null;) after = await transaction((tx) => tellBatch(tx, what, after ?? 0))
}

/** Tells a batch of members. Returns the last account; null: none is left. */
async function tellBatch(tx: Tx, { changeId, settings, now }: Announcing, after: number): Promise<number | null> {
  const [found] = await tx
    .select({ change: priceChanges, plan: plans })
    .from(priceChanges)
    .innerJoin(plans, eq(plans.id, priceChanges.planId))
    .where(eq(priceChanges.id, changeId))
    // A later change of the plan waits for this lock, and so finds these events.
    .for('share', { of: plans })
  if (!found) return null
  const { change, plan } = found
  const { period, renewalsFrom } = change
  const present = plan[period]
  if (renewalsFrom === null || present === null) return null
  const changes = await changesOf(tx, plan.id, period)
  const { rows } = await tx.execute<{ accountId: number; since: number }>(sql`
    select s.account_id as "accountId", ${renewingSql.since} as since
    from ${subscriptions} s
    join ${accounts} a on a.id = s.account_id and a.banned_at is null and a.closed_at is null
    cross join lateral ${renewingSql.last}
    where s.account_id > ${after} and s.plan_id = ${plan.id} and s.expires_at > ${now} and last.period = ${period}
    order by s.account_id limit ${BATCH}`)
  const event = {
    type: 'price_announced' as const,
    cause: announcedCause(changeId),
  }
  const shared = {
    plan_id: plan.id,
    plan: plan.name,
    translations: namesAs(plan.translations, 'plan'),
    period,
    currency: settings['site.currency'],
  }
  const told = rows.flatMap(({ accountId, since }) => {
    const { price, next } = keptPrice(present, changes.slice(changes.length - since), now)
    // Another price was announced since, or the price fell.
    if (next?.from.getTime() !== renewalsFrom.getTime()) return []
    const data = { ...shared, amount: next.price, now_amount: price, from: renewalsFrom.toISOString() }
    return [{ ...event, accountId, data }]
  })
  await tellMany(tx, told, now)
  return rows.at(-1)?.accountId ?? null
}
