import { eq, getTableColumns } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { limitsIn, noLimits } from './conditions.ts'
import type { PlanLimits } from '../plans/plans.table.ts'
import { type Counted, cycleBytes, newCycle, usedOfCycle } from './carry-over.ts'
import { type HeldTerm, ownLimitColumns, type SubscriptionRow, subscriptions } from './subscriptions.table.ts'

/** What a change of plan replaces: plan, quota, counters, limits and times; not secrets or the member's choices. */
export function heldTerm(subscription: SubscriptionRow): HeldTerm {
  const { accountId, token, uuid, usedAt, autoRenew, renewAfter, renewProblem, ...rest } = subscription
  const term = Object.fromEntries(Object.entries(rest).filter(([column]) => !(column in ownLimitColumns)))
  return JSON.parse(JSON.stringify(term)) as HeldTerm
}

/** Restores a held term to a locked subscription and adds usage since. Its own job does resets that are due. */
export async function bringBack(tx: Tx, subscription: SubscriptionRow, held: HeldTerm): Promise<void> {
  const { accountId, ...term } = broughtBack(subscription, held)
  await tx.update(subscriptions).set(term).where(eq(subscriptions.accountId, accountId))
}

/** The subscription after `bringBack`. */
export function broughtBack(subscription: SubscriptionRow, held: HeldTerm): SubscriptionRow {
  const term = asRow(held)
  const { up = 0, down = 0 } = term
  return { ...subscription, ...term, up: up + subscription.up, down: down + subscription.down }
}

/** Quota, limits and used traffic of a term that goes on after a break. What carries over is that of today. */
export function resumedTerm(
  current: SubscriptionRow,
  held: HeldTerm,
): PlanLimits & Counted & Pick<SubscriptionRow, 'groupId' | 'resetMode'> {
  const was = { ...current, ...asRow(held) }
  const { groupId, resetMode, usedBefore } = was
  const { extraBytes } = newCycle(current)
  const up = Math.min(was.up, usedOfCycle(was))
  const counters = { transferEnable: cycleBytes(was) + extraBytes, extraBytes, up, down: usedOfCycle(was) - up, usedBefore }
  return { groupId, ...limitsIn(was), resetMode, ...counters }
}

/** A limit that is younger than what was stored is absent there: there was none. */
function asRow(held: HeldTerm): Partial<SubscriptionRow> {
  const columns = getTableColumns(subscriptions)
  return Object.fromEntries(
    Object.entries({ ...noLimits, ...held }).map(([key, value]) => [
      key,
      columns[key as keyof typeof columns].dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
    ]),
  )
}
