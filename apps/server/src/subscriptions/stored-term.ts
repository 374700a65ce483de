import { eq, getTableColumns } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { limitsIn, noLimits } from './conditions.ts'
import type { PlanLimits } from '../plans/plans.table.ts'
import { type Counted, cycleBytes, newCycle, usedOfCycle } from './carry-over.ts'
import { ownLimitColumns, type StoredTerm, type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/**
 * A subscription's term, to be stored by the change of plan or refund that ends it: plan, quota, counters, limits and times; not secrets or
 * the member's choices.
 */
export function storedTerm(subscription: SubscriptionRow): StoredTerm {
  const { accountId, token, uuid, usedAt, autoRenew, renewAfter, renewProblem, ...rest } = subscription
  const term = Object.fromEntries(Object.entries(rest).filter(([column]) => !(column in ownLimitColumns)))
  return JSON.parse(JSON.stringify(term)) as StoredTerm
}

/** Gives a locked subscription its stored term back, with the usage since. The job of resets does those that are due by then. */
export async function restoreStoredTerm(tx: Tx, subscription: SubscriptionRow, stored: StoredTerm): Promise<void> {
  const { accountId, ...term } = withStoredTerm(subscription, stored)
  await tx.update(subscriptions).set(term).where(eq(subscriptions.accountId, accountId))
}

/** The subscription as `restoreStoredTerm` leaves it. */
export function withStoredTerm(subscription: SubscriptionRow, stored: StoredTerm): SubscriptionRow {
  const term = asRow(stored)
  const { up = 0, down = 0 } = term
  return { ...subscription, ...term, up: up + subscription.up, down: down + subscription.down }
}

/** Quota, limits and used traffic of a stored term that goes on after a break. Traffic that carries over is today's. */
export function resumedTerm(
  current: SubscriptionRow,
  stored: StoredTerm,
): PlanLimits & Counted & Pick<SubscriptionRow, 'groupId' | 'resetMode'> {
  const was = { ...current, ...asRow(stored) }
  const { groupId, resetMode, usedBefore } = was
  const { extraBytes } = newCycle(current)
  const up = Math.min(was.up, usedOfCycle(was))
  const counters = { transferEnable: cycleBytes(was) + extraBytes, extraBytes, up, down: usedOfCycle(was) - up, usedBefore }
  return { groupId, ...limitsIn(was), resetMode, ...counters }
}

/** A limit that is younger than the stored term is absent from it: there was none. */
function asRow(stored: StoredTerm): Partial<SubscriptionRow> {
  const columns = getTableColumns(subscriptions)
  return Object.fromEntries(
    Object.entries({ ...noLimits, ...stored }).map(([key, value]) => [
      key,
      columns[key as keyof typeof columns].dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
    ]),
  )
}
