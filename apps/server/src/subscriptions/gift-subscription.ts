import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { dayOfMonth } from '../calendar.ts'
import { begunTerm } from './begun-term.ts'
import { cycleBytes, refilled } from './carry-over.ts'
import { changeSubscription, termAfter, type SubscriptionChange } from './change-subscription.ts'
import { addGiven, beginPart, boughtUntil, givenParts, insertSold, type Rate, soldParts } from './parts/parts.ts'
import { isTrial } from './is-trial.ts'
import { rateOf } from './parts/rate-of.ts'
import { quotaEnds } from './reset-days.ts'
import { isActive } from './state.ts'
import type { Conditions } from '../plans/plans.table.ts'
import type { Part, SubscriptionRow } from './subscriptions.table.ts'
import { trafficGifts } from './traffic-gifts.table.ts'

const DAY_MS = 86_400_000

export type Gift =
  | { kind: 'days'; days: number }
  /** `keeps`: until used; otherwise it expires with the cycle. */
  | { kind: 'traffic'; bytes: number; keeps: boolean }
  | { kind: 'reset' }
  /** `days` null: permanent. `waitDays`: it waits for the first traffic, at most so long; null, absent: it begins at once. */
  | { kind: 'plan'; plan: Conditions & { planId: number }; days: number | null; waitDays?: number | null }

/** `rate`: what days of the held plan bring, see `rateOf`. `onTrial`: another plan may replace the one that runs. */
type At = { now: Date; zone: string; rate: Rate; onTrial: boolean }

/**
 * What a gift changes in a subscription. Nothing is given inside time that was bought: its cycles stay as they are. Throws if the gift
 * would be lost or would take something away:
 *
 * | gift           | no plan    | running                                        | ended           | permanent                          |
 * |----------------|------------|------------------------------------------------|-----------------|------------------------------------|
 * | days           | refused    | a part at the end, with its share of a quota   | a part from now | refused                            |
 * | traffic        | refused    | on top of this cycle, or until used            | refused         | on top of the quota, or until used |
 * | reset          | refused    | none used; refused if nothing was used         | refused         | as while running                   |
 * | plan           | starts now | same plan: after what was bought; another: refused, but in place of a trial | starts now | refused |
 * | permanent plan | starts now | refused                                        | starts now      | refused                            |
 *
 * A plan that waits is held where it would start now, and comes after one that waits already.
 */
export function giftChange(subscription: SubscriptionRow, gift: Gift, at: At): SubscriptionChange {
  const { now, zone, rate } = at
  // Days count from a term's dates, which a held one does not have yet.
  const begins = gift.kind === 'days' || (gift.kind === 'plan' && (gift.waitDays == null || gift.plan.planId !== subscription.planId))
  const begun = begins ? begunTerm(subscription, now, now, zone) : null
  if (begun) return { ...begun, ...giftChange({ ...subscription, ...begun }, gift, at) }
  if (gift.kind === 'plan') return planChange(subscription, gift, at)
  if (subscription.groupId === null) throw new AppError('redeem.needs_plan')
  if (gift.kind === 'days') {
    const { expiresAt } = subscription
    if (expiresAt === null) throw new AppError('redeem.permanent')
    if (isActive(subscription, now)) return addGiven({ ...subscription, expiresAt }, gift.days, rate, zone)
    return fromNow(subscription, givenParts(now, gift.days, rate, zone), now)
  }
  if (!isActive(subscription, now)) throw new AppError('redeem.needs_running_plan')
  if (gift.kind === 'reset') {
    if (subscription.up + subscription.down === 0) throw new AppError('redeem.nothing_used')
    return refilled(subscription)
  }
  const transferEnable = subscription.transferEnable + gift.bytes
  if (!Number.isSafeInteger(transferEnable)) throw new AppError('redeem.too_much')
  return gift.keeps ? { transferEnable, extraBytes: subscription.extraBytes + gift.bytes } : { transferEnable }
}

/** Applies `giftChange` to a locked subscription. */
export async function giveGift(tx: Tx, subscription: SubscriptionRow, gift: Gift, now: Date, zone: string): Promise<SubscriptionChange> {
  const change = giftChange(subscription, gift, { now, zone, ...(await heldFor(tx, subscription)) })
  await changeSubscription(tx, subscription.accountId, change, now)
  // Without a reset to come, nothing expires: the gift is an ordinary part of the quota.
  if (gift.kind === 'traffic' && !gift.keeps && quotaEnds(subscription) !== null) await noteTraffic(tx, subscription, gift.bytes)
  return change
}

/** Removes gifts from quotas whose next cycle begins. Lock the subscriptions first. */
export async function endTrafficGifts(tx: Tx, accountIds: number[]): Promise<void> {
  await tx.execute(sql`
    with ended as (
      delete from ${trafficGifts} where account_id = any(${sql.param(accountIds)}::bigint[]) returning account_id, plan_id, bytes, quota
    )
    update subscriptions s set transfer_enable = s.transfer_enable - ended.bytes from ended
    where s.account_id = ended.account_id and s.transfer_enable - s.extra_bytes = ended.quota and s.plan_id is not distinct from ended.plan_id`)
}

/** Adds to earlier gifts of the same cycle, if the quota still contains them. */
async function noteTraffic(tx: Tx, subscription: SubscriptionRow, bytes: number): Promise<void> {
  const { accountId, planId } = subscription
  const [before] = await tx.select().from(trafficGifts).where(eq(trafficGifts.accountId, accountId))
  const stands = before !== undefined && before.quota === cycleBytes(subscription) && before.planId === planId
  await setTrafficGift(tx, { accountId, planId, bytes: bytes + (stands ? before.bytes : 0), quota: cycleBytes(subscription) + bytes })
}

/** Says how much of a cycle's quota ends with the cycle. */
export async function setTrafficGift(tx: Tx, { accountId, ...gift }: typeof trafficGifts.$inferInsert): Promise<void> {
  await tx
    .insert(trafficGifts)
    .values({ accountId, ...gift })
    .onConflictDoUpdate({ target: trafficGifts.accountId, set: gift })
}

function planChange(
  subscription: SubscriptionRow,
  { plan, days, waitDays = null }: Gift & { kind: 'plan' },
  { now, zone, onTrial }: At,
): SubscriptionChange {
  const { planId, ...sold } = plan
  const { expiresAt } = subscription
  if (isActive(subscription, now) && !(onTrial && (subscription.planId !== planId || days === null))) {
    if (subscription.planId !== planId) throw new AppError('redeem.other_plan')
    if (expiresAt === null) throw new AppError('redeem.permanent')
    // A permanent plan has no monthly cycles, so the rest of the term would be lost.
    if (days === null) throw new AppError('redeem.term_runs')
    const start = boughtUntil(subscription) ?? expiresAt
    return insertSold({ ...subscription, expiresAt }, soldParts(start, days, sold, zone))
  }
  if (days === null) return termAfter(subscription, { ...plan, months: null }, now, zone).term
  if (waitDays === null)
    return { planId, anchorDay: dayOfMonth(now, zone), resetZone: zone, ...fromNow(subscription, soldParts(now, days, sold, zone), now) }
  const startsBy = new Date(now.getTime() + waitDays * DAY_MS)
  const latest = fromNow(subscription, soldParts(startsBy, days, sold, zone), startsBy)
  return { planId, ...latest, startsBy, anchorDay: null, resetZone: null, cycleBeganAt: now }
}

/** Facts for a gift besides the subscription. */
export async function heldFor(db: Db, subscription: SubscriptionRow): Promise<Pick<At, 'rate' | 'onTrial'>> {
  return { rate: await rateOf(db, subscription), onTrial: await isTrial(db, subscription.accountId) }
}

/** Parts that begin now, in place of a term that is over. */
function fromNow(subscription: SubscriptionRow, parts: Part[], now: Date): SubscriptionChange {
  const expiresAt = new Date(parts.at(-1)?.to ?? now)
  return { expiresAt, ...beginPart({ ...subscription, parts }, now) }
}
