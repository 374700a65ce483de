import type { Tx } from '../db/client.ts'
import { dayKey, dayStart } from '../calendar.ts'
import { cycleBytes } from './carry-over.ts'
import { changeSubscription, type Conditions, firstCycle, newTerm } from './change-subscription.ts'
import { endTrafficGifts, setTrafficGift } from './gift-subscription.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'

/**
 * Applies what was sold for the next term of the same plan, which begins today, to a locked, running subscription. A quota belongs to a
 * cycle: in the middle of one it can only grow. From the next cycle on, it is that of the new term.
 */
export async function beginTerm(
  tx: Tx,
  current: SubscriptionRow,
  { start, ...conditions }: Conditions & { start: Date },
  now: Date,
  zone: string,
): Promise<void> {
  const { accountId, planId } = current
  if (conditions.resetMode === 'never' || conditions.resetMode !== current.resetMode) {
    await endTrafficGifts(tx, [accountId])
    await changeSubscription(tx, accountId, { ...newTerm(current, conditions), ...firstCycle(conditions.resetMode, start, zone) }, now)
    return
  }
  const isNewCycle =
    (current.nextResetAt !== null && current.nextResetAt <= now) ||
    (current.cycleBeganAt !== null && current.cycleBeganAt >= dayStart(dayKey(start, zone), zone))
  const quota = isNewCycle ? conditions.transferEnable : Math.max(conditions.transferEnable, cycleBytes(current))
  await changeSubscription(tx, accountId, { ...conditions, transferEnable: quota + current.extraBytes }, now)
  const more = quota - conditions.transferEnable
  if (more > 0) await setTrafficGift(tx, { accountId, planId, bytes: more, quota })
}
