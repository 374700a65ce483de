import { and, eq, inArray, max } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { orders } from '../../orders/orders.table.ts'
import type { SubscriptionChange } from '../change-subscription.ts'
import { addGiven, beginPart, cutParts, givenParts, noParts } from './parts.ts'
import { rateOf } from './rate-of.ts'
import type { SubscriptionRow } from '../subscriptions.table.ts'

const DAY_MS = 86_400_000

/**
 * A term with an end set by hand. Removed bought time returns as sold; beyond that, time is given with its share of quota. An earlier end
 * removes the last time first.
 */
export async function moveEnd(db: Db, held: SubscriptionRow, end: Date | null, { now, settings }: Context): Promise<SubscriptionChange> {
  const { expiresAt } = held
  if (end === null) return { expiresAt: end, ...noParts }
  // A term without an end gets one; without a plan, there is nothing to serve.
  if (expiresAt === null || held.groupId === null) return { expiresAt: end }
  if (end <= expiresAt) return { expiresAt: end, ...cutParts(held, end) }
  const zone = settings['site.timezone']
  const bought = held.parts.length > 0 ? null : await lastBought(db, held)
  const from = bought !== null && bought > expiresAt ? bought : expiresAt
  if (end <= from || end <= now) return { expiresAt: end }
  const days = (given: Date): number => (end.getTime() - given.getTime()) / DAY_MS
  const rate = await rateOf(db, held)
  if (from >= now) return { ...addGiven({ ...held, expiresAt: from }, days(from), rate, zone), expiresAt: end }
  const parts = givenParts(now, days(now), rate, zone)
  return { ...beginPart({ ...held, parts }, now), expiresAt: end }
}

/** The last end of the terms that paid for the held plan. */
async function lastBought(db: Db, { accountId, planId }: SubscriptionRow): Promise<Date | null> {
  if (planId === null) return null
  const terms = inArray(orders.type, ['new', 'renew', 'change'])
  const bought = and(eq(orders.accountId, accountId), eq(orders.planId, planId), eq(orders.status, 'completed'), terms)
  const [row] = await db
    .select({ end: max(orders.termEnd) })
    .from(orders)
    .where(bought)
  return row?.end ?? null
}
