import type { Tx } from '../db/client.ts'
import { dayKey, dayOfMonth, dayStart, isOnAnchor } from '../calendar.ts'
import { cycleBytes, usedOfCycle } from './carry-over.ts'
import { changeSubscription, firstCycle, newTerm } from './change-subscription.ts'
import { endTrafficGifts, setTrafficGift } from './gift-subscription.ts'
import type { Conditions } from '../plans/plans.table.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

/**
 * Applies what was sold for the next term of the same plan, which begins today, to a locked, running subscription. A quota belongs to a
 * cycle: in the middle of one it can only grow. From the next cycle on, it is that of the new term. Returns the bytes that were used in the
 * cycle before it.
 */
export async function beginTerm(
  tx: Tx,
  current: SubscriptionRow,
  { start, ...conditions }: Conditions & { start: Date },
  now: Date,
  siteZone: string,
): Promise<number> {
  const { accountId, planId, anchorDay, nextResetAt } = current
  const zone = current.resetZone ?? siteZone
  // Given time before it ends where the term begins, which is no day of a reset.
  const followsPart = nextResetAt !== null && nextResetAt.getTime() === start.getTime()
  if (conditions.resetMode === 'never' || conditions.resetMode !== current.resetMode || followsPart) {
    await endTrafficGifts(tx, [accountId])
    await changeSubscription(tx, accountId, { ...newTerm(current, conditions), ...firstCycle(conditions.resetMode, start, siteZone) }, now)
    return 0
  }
  const isNewCycle =
    (nextResetAt !== null && nextResetAt <= now) ||
    (current.cycleBeganAt !== null && current.cycleBeganAt >= dayStart(dayKey(start, zone), zone))
  const quota = isNewCycle ? conditions.transferEnable : Math.max(conditions.transferEnable, cycleBytes(current))
  const day = anchorDay !== null && isOnAnchor(start, anchorDay, zone) ? anchorDay : dayOfMonth(start, zone)
  await changeSubscription(tx, accountId, { ...conditions, transferEnable: quota + current.extraBytes, anchorDay: day }, now)
  const more = quota - conditions.transferEnable
  if (more > 0) await setTrafficGift(tx, { accountId, planId, bytes: more, quota })
  return isNewCycle ? 0 : current.usedBefore + usedOfCycle(current)
}
