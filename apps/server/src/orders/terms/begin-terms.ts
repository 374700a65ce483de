import { and, asc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { dayKey, dayStart, shiftDay } from '../../calendar.ts'
import type { Database, Db, Tx } from '../../db/client.ts'
import { conditionsOf } from '../../subscriptions/conditions.ts'
import { beginTerm } from '../../subscriptions/begin-term.ts'
import { lockSubscription } from '../../subscriptions/change-subscription.ts'
import { activeSql } from '../../subscriptions/state.ts'
import { subscriptions } from '../../subscriptions/subscriptions.table.ts'
import { type OrderRow, orders } from '../orders.table.ts'

const BATCH = 500

type When = { now: Date; zone: string }

/**
 * Applies what renewals were sold with on the day their terms begin, before that day's reset, in one transaction per member. If it runs
 * late, only the last term that has begun counts. May run at any time, and twice.
 */
export async function beginTerms({ db, transaction }: Database, now: Date, zone: string): Promise<void> {
  let after = 0
  for (let members = [after]; members.length > 0; after = members.at(-1) ?? after) {
    members = await membersDue(db, after, { now, zone })
    for (const accountId of members) await transaction((tx) => beginFor(tx, accountId, { now, zone }))
  }
}

async function membersDue(db: Db, after: number, when: When): Promise<number[]> {
  const rows = await db
    .selectDistinct({ accountId: orders.accountId })
    .from(orders)
    .innerJoin(subscriptions, eq(subscriptions.accountId, orders.accountId))
    .where(and(isDue(when), gt(orders.accountId, after)))
    .orderBy(asc(orders.accountId))
    .limit(BATCH)
  return rows.map(({ accountId }) => accountId)
}

async function beginFor(tx: Tx, accountId: number, when: When): Promise<void> {
  const subscription = await lockSubscription(tx, accountId)
  const due = await tx
    .select({ order: orders })
    .from(orders)
    .innerJoin(subscriptions, eq(subscriptions.accountId, orders.accountId))
    .where(and(isDue(when), eq(orders.accountId, accountId)))
    .orderBy(asc(orders.termStart), asc(orders.id))
  const last = due.at(-1)?.order
  if (!last) return
  const begun = due.map(({ order }) => order.id)
  await tx.update(orders).set({ begunAt: when.now }).where(inArray(orders.id, begun))
  const usedBefore = await beginTerm(tx, subscription, sold(last), when.now, when.zone)
  if (usedBefore > 0 && last.snapshot)
    await tx
      .update(orders)
      .set({ snapshot: { ...last.snapshot, usedBefore } })
      .where(eq(orders.id, last.id))
}

/** Condition: a term of the running plan that begins today or earlier. */
function isDue({ now, zone }: When) {
  const tomorrow = dayStart(shiftDay(dayKey(now, zone), 1), zone)
  return and(
    eq(orders.status, 'completed'),
    eq(orders.type, 'renew'),
    isNull(orders.begunAt),
    lt(orders.termStart, tomorrow),
    gt(orders.termEnd, now),
    lt(orders.termStart, orders.termEnd),
    eq(orders.planId, subscriptions.planId),
    activeSql(now),
  )
}

function sold({ snapshot, termStart }: OrderRow) {
  if (snapshot === null || termStart === null) throw new Error('a renewal has no term')
  return { ...conditionsOf(snapshot, 'monthly'), start: termStart }
}
