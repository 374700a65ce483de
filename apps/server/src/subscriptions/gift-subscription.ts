import type { ResetMode } from '@portico/contract/reset-mode'
import { eq, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { addMonths, dayKey, dayOfMonth, dayStart } from '../calendar.ts'
import { cycleBytes, newCycle, refilled } from './carry-over.ts'
import { changeSubscription, type Conditions, firstCycle, newTerm, termAfter, type SubscriptionChange } from './change-subscription.ts'
import { isDayLater, quotaEnds } from './reset-days.ts'
import { isActive } from './state.ts'
import type { SubscriptionRow } from './subscriptions.table.ts'
import { trafficGifts } from './traffic-gifts.table.ts'

export type Gift =
  | { kind: 'days'; days: number }
  /** `keeps`: until used; otherwise it expires with the cycle. */
  | { kind: 'traffic'; bytes: number; keeps: boolean }
  | { kind: 'reset' }
  /** `days` null: permanent. */
  | { kind: 'plan'; plan: Conditions & { planId: number }; days: number | null }

/**
 * What a gift changes in a subscription. Throws if the gift would be lost or would take something away:
 *
 * | gift           | no plan    | running                                | ended                    | permanent                          |
 * |----------------|------------|----------------------------------------|--------------------------|------------------------------------|
 * | days           | refused    | end moves                              | runs from now, none used | refused                            |
 * | traffic        | refused    | on top of this cycle, or until used    | refused                  | on top of the quota, or until used |
 * | reset          | refused    | none used; refused if nothing was used | refused                  | as while running                   |
 * | plan           | starts now | same plan: end moves; another: refused | starts now               | refused                            |
 * | permanent plan | starts now | refused                                | starts now               | refused                            |
 */
export function giftChange(subscription: SubscriptionRow, gift: Gift, now: Date, zone: string): SubscriptionChange {
  if (gift.kind === 'plan') return planChange(subscription, gift, now, zone)
  if (subscription.groupId === null) throw new AppError('redeem.needs_plan')
  if (gift.kind === 'days') {
    if (subscription.expiresAt === null) throw new AppError('redeem.permanent')
    return isActive(subscription, now)
      ? extended(subscription, gift.days, now, zone)
      : { ...newCycle(subscription), ...begun(subscription.resetMode, gift.days, now, zone) }
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
  const change = giftChange(subscription, gift, now, zone)
  await changeSubscription(tx, subscription.accountId, change, now)
  // Without a reset to come, nothing expires: the gift is an ordinary part of the quota.
  if (gift.kind === 'traffic' && !gift.keeps && quotaEnds(subscription) !== null) await noteTraffic(tx, subscription, gift.bytes)
  return change
}

/** Takes gifts out of the quotas of subscriptions whose next cycle begins. The caller has locked them. */
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

function planChange(subscription: SubscriptionRow, { plan, days }: Gift & { kind: 'plan' }, now: Date, zone: string): SubscriptionChange {
  if (isActive(subscription, now)) {
    if (subscription.planId !== plan.planId) throw new AppError('redeem.other_plan')
    if (subscription.expiresAt === null) throw new AppError('redeem.permanent')
    // A permanent plan has no monthly cycles, so the rest of the term would be lost.
    if (days === null) throw new AppError('redeem.term_runs')
    // Quota and limits stay, because the plan may have become smaller since.
    return extended(subscription, days, now, zone)
  }
  if (days === null) return termAfter(subscription, { ...plan, months: null }, now, zone).term
  return { ...newTerm(subscription, plan), planId: plan.planId, ...begun(plan.resetMode, days, now, zone) }
}

/**
 * Moves the end. Monthly cycles count back from it, so that a renewal continues there. The next reset is on its old date or the new day,
 * whichever is sooner.
 */
function extended(subscription: SubscriptionRow, days: number, now: Date, zone: string): SubscriptionChange {
  const expiresAt = addDays(subscription.expiresAt ?? now, days, zone)
  const { nextResetAt, resetMode } = subscription
  if (nextResetAt === null || resetMode !== 'monthly') return { expiresAt }
  const cycles = cyclesUntil(expiresAt, now, zone)
  return { expiresAt, ...cycles, nextResetAt: cycles.nextResetAt < nextResetAt ? cycles.nextResetAt : nextResetAt }
}

function begun(resetMode: ResetMode, days: number, now: Date, zone: string): SubscriptionChange {
  const expiresAt = addDays(now, days, zone)
  return { expiresAt, ...firstCycle(resetMode, now, zone), ...(resetMode === 'monthly' && cyclesUntil(expiresAt, now, zone)) }
}

/** Monthly cycles that stop at the end of the term; the first one may be short. */
function cyclesUntil(end: Date, now: Date, zone: string): { anchorDay: number; nextResetAt: Date } {
  const anchorDay = dayOfMonth(end, zone)
  let nextResetAt = dayStart(dayKey(end, zone), zone)
  for (let at = nextResetAt; isDayLater(at, now); at = dayStart(dayKey(addMonths(at, -1, anchorDay, zone), zone), zone)) nextResetAt = at
  return { anchorDay, nextResetAt }
}

const LAST_YEAR = 9990

/** Adds whole days in the zone, keeping the wall-clock time. */
function addDays(from: Date, days: number, zone: string): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone).add({ days })
  // Neither the database nor clients can read a five-digit year.
  if (at.year > LAST_YEAR) throw new AppError('redeem.too_much')
  return new Date(at.epochMilliseconds)
}
