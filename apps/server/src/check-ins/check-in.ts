import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { dayKey } from '../calendar.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { giveGift } from '../subscriptions/gift-subscription.ts'
import { isActive } from '../subscriptions/state.ts'
import { checkIns } from './check-ins.table.ts'

export const MB = 2 ** 20

/** The possible rewards in whole megabytes, both ends included. */
export type Reward = { minMb: number; maxMb: number }

/**
 * Adds the day's reward to this cycle and returns its bytes. Throws `checkin.needs_running_plan`, and `checkin.already` on every
 * call but the first of a day in the zone.
 */
export async function checkIn(
  { transaction }: Database,
  accountId: number,
  { minMb, maxMb }: Reward,
  { now, zone }: { now: Date; zone: string },
): Promise<number> {
  return transaction(async (tx) => {
    const subscription = await lockSubscription(tx, accountId)
    if (!isActive(subscription, now)) throw new AppError('checkin.needs_running_plan')
    const bytes = randomInt(minMb, Math.max(minMb, maxMb) + 1) * MB
    const row = { accountId, day: dayKey(now, zone), bytes }
    const [first] = await tx.insert(checkIns).values(row).onConflictDoNothing().returning({ bytes: checkIns.bytes })
    if (!first) throw new AppError('checkin.already')
    await giveGift(tx, subscription, { kind: 'traffic', bytes, keeps: false }, now, zone)
    return bytes
  })
}

/** Bytes the account won on that day; null: it has not checked in. */
export async function bytesWonOn(db: Db, accountId: number, day: string): Promise<number | null> {
  const [row] = await db
    .select({ bytes: checkIns.bytes })
    .from(checkIns)
    .where(and(eq(checkIns.accountId, accountId), eq(checkIns.day, day)))
  return row?.bytes ?? null
}
