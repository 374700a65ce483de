import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { Database, Tx } from '../db/client.ts'
import { endEventsOf } from '../events/end-events.ts'
import { newCycleSql } from './carry-over.ts'
import { endTrafficGifts } from './gift-subscription.ts'
import { changeSubscription, lockSubscription } from './change-subscription.ts'
import { beginPart } from './parts/parts.ts'
import { comingReset, comingResetSql, cycleAt } from './reset-days.ts'
import { activeSql } from './state.ts'
import { type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

const BATCH = 1000
/** A batch is followed by a pause of this part of its time. */
const PACE = 10

/**
 * Starts the next cycle of every running subscription that is due, once each however late it is: the next date comes from the anchor day,
 * not from now. A term that ends before its reset gets none. Each batch is a transaction, so an interrupted run continues where it stopped,
 * and pushes wait for one batch at most. Rows that pushes had locked come last, one by one: a transaction with a single row cannot
 * deadlock.
 */
export async function resetTraffic(database: Database, now: Date, zone: string): Promise<number> {
  let done = await beginParts(database, now)
  for (const size of [BATCH, 1]) {
    for (let batch = size; batch === size; done += batch) {
      const began = performance.now()
      batch = await resetBatch(database, size, now, zone)
      // The database serves others in between.
      if (batch === BATCH) await pause((performance.now() - began) / PACE)
    }
  }
  return done
}

/** Resets one locked subscription if due, reading it again. Called before a pack is opened, and when a renewal allows a reset. */
export async function resetIfDue(tx: Tx, subscription: SubscriptionRow, now: Date, zone: string): Promise<SubscriptionRow> {
  const { accountId, anchorDay, resetMode, resetZone, nextPartAt } = subscription
  if (nextPartAt !== null && nextPartAt <= now) return beginDue(tx, accountId, now)
  const coming = comingReset(subscription)
  if (coming === null || coming > now) return subscription
  await startCycles(tx, [{ id: accountId, at: coming, anchorDay, resetMode, resetZone }], now, zone)
  return lockSubscription(tx, accountId)
}

/** Begins given time that is due, in one transaction per member. */
async function beginParts({ db, transaction }: Database, now: Date): Promise<number> {
  const due = and(lte(subscriptions.nextPartAt, now), activeSql(now))
  let [done, after] = [0, 0]
  for (let ids = [after]; ids.length > 0; after = ids.at(-1) ?? after, done += ids.length) {
    const rows = db.select({ id: subscriptions.accountId }).from(subscriptions)
    ids = (
      await rows
        .where(and(due, gt(subscriptions.accountId, after)))
        .orderBy(asc(subscriptions.accountId))
        .limit(BATCH)
    ).map(({ id }) => id)
    for (const id of ids) await transaction((tx) => beginDue(tx, id, now))
  }
  return done
}

async function beginDue(tx: Tx, accountId: number, now: Date): Promise<SubscriptionRow> {
  await endTrafficGifts(tx, [accountId])
  await changeSubscription(tx, accountId, beginPart(await lockSubscription(tx, accountId), now), now)
  return lockSubscription(tx, accountId)
}

async function resetBatch({ transaction }: Database, size: number, now: Date, zone: string): Promise<number> {
  return transaction(async (tx) => {
    const due = await tx
      .select({
        id: subscriptions.accountId,
        at: subscriptions.nextResetAt,
        anchorDay: subscriptions.anchorDay,
        resetMode: subscriptions.resetMode,
        resetZone: subscriptions.resetZone,
      })
      .from(subscriptions)
      .where(and(lte(subscriptions.nextResetAt, now), isNotNull(comingResetSql)))
      .orderBy(asc(subscriptions.nextResetAt))
      .limit(size)
      .for('update', size > 1 ? { skipLocked: true } : {})
    if (due.length > 0) await startCycles(tx, due, now, zone)
    return due.length
  })
}

type Due = Pick<SubscriptionRow, 'anchorDay' | 'resetMode' | 'resetZone'> & { id: number; at: Date | null }

async function startCycles(tx: Tx, due: Due[], now: Date, zone: string): Promise<void> {
  const ids = due.map(({ id }) => id)
  // Many share their rhythm, and dates in a time zone take longer to find than to store.
  const known = new Map<string, ReturnType<typeof cycleAt>>()
  const cycles = due.map(({ at, anchorDay, resetMode, resetZone }) => {
    const [from, rhythm] = [at ?? now, { resetMode, anchorDay: anchorDay ?? 1, zone: resetZone ?? zone }]
    const key = `${from.getTime()} ${Object.values(rhythm).join(' ')}`
    const cycle = known.get(key) ?? cycleAt(now, from, rhythm)
    known.set(key, cycle)
    return cycle
  })
  const [began, next] = [cycles.map(({ cycleBeganAt }) => cycleBeganAt), cycles.map(({ nextResetAt }) => nextResetAt)]
  await tx.execute(sql`
    update ${subscriptions} set ${newCycleSql}, cycle_began_at = t.began, next_reset_at = t.next,
      reset_zone = coalesce(${subscriptions.resetZone}, ${zone})
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(began)}::timestamptz[], ${sql.param(next)}::timestamptz[]) as t (id, began, next)
    where ${subscriptions.accountId} = t.id`)
  await endTrafficGifts(tx, ids)
  await endEventsOf(tx, ids, ['usage_alert'], now)
}
