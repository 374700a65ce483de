import { plainCode } from '@portico/contract/typed-code'
import type { Period } from '@portico/contract/periods'
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { isCheckViolation } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { accountsOfHolder } from '../identities/holder-keys.ts'
import { refuseOwnCode } from '../roles/refuse-own-code.ts'
import { stateOf } from './coupon-state.ts'
import { couponUses } from './coupon-uses.table.ts'
import { type CouponRow, coupons } from './coupons.table.ts'

export type CouponFor = { accountId: number; planId: number; period: Period; isNew: boolean }

/**
 * Finds a coupon that this member may use for this purchase; hyphens in its code do not matter where no other code differs by them. Throws `coupon.unusable` for one that does not exist, is over
 * or used up (strangers learn nothing more), `coupon.not_here` for another plan or period, and `coupon.new_members_only`
 * for a member who is not new.
 */
export async function findCoupon(db: Db, code: string, { accountId, planId, period, isNew }: CouponFor, now: Date): Promise<CouponRow> {
  const typed = plainCode(code).toUpperCase()
  const [coupon, other] = await db
    .select()
    .from(coupons)
    .where(sql`replace(${coupons.code}, '-', '') = ${typed.replaceAll('-', '')}`)
    .orderBy(desc(eq(coupons.code, typed)))
    .limit(2)
  if (other && coupon?.code !== typed) throw new AppError('coupon.unusable')
  if (!coupon || stateOf(coupon, now) !== 'running') throw new AppError('coupon.unusable')
  const fits = (coupon.planIds?.includes(planId) ?? true) && (coupon.periods?.includes(period) ?? true)
  if (!fits) throw new AppError('coupon.not_here')
  await refuseOwnCode(db, accountId, {
    made: [
      ['coupon', coupon.id],
      ['coupon_batch', coupon.batchId ?? ''],
    ],
    seenWith: [],
  })
  if (coupon.newMembersOnly && !isNew) throw new AppError('coupon.new_members_only')
  if (coupon.limitPerMember !== null && (await usesOf(db, coupon.id, accountId)) >= coupon.limitPerMember) {
    throw new AppError('coupon.unusable')
  }
  return coupon
}

/** Takes a use for an order and locks the coupon. Throws `coupon.unusable` if the last use is taken. */
export async function takeCoupon(tx: Tx, couponId: number, order: { id: number; accountId: number }, now: Date): Promise<void> {
  try {
    const [coupon] = await tx
      .update(coupons)
      .set({ used: sql`${coupons.used} + 1` })
      .where(and(eq(coupons.id, couponId), eq(coupons.enabled, true)))
      .returning()
    if (!coupon) throw new AppError('coupon.unusable')
    if (coupon.limitPerMember !== null && (await usesOf(tx, couponId, order.accountId)) >= coupon.limitPerMember) {
      throw new AppError('coupon.unusable')
    }
  } catch (error) {
    if (isCheckViolation(error, 'coupons_used')) throw new AppError('coupon.unusable')
    throw error
  }
  await tx.insert(couponUses).values({ couponId, accountId: order.accountId, orderId: order.id, usedAt: now })
}

/** Gives back the use that an order held. Later calls change nothing. */
export async function returnCoupon(tx: Tx, orderId: number, now: Date): Promise<void> {
  const [use] = await tx
    .update(couponUses)
    .set({ returnedAt: now })
    .where(and(eq(couponUses.orderId, orderId), isNull(couponUses.returnedAt)))
    .returning({ couponId: couponUses.couponId })
  if (use) {
    await tx
      .update(coupons)
      .set({ used: sql`${coupons.used} - 1` })
      .where(eq(coupons.id, use.couponId))
  }
}

/** How often a member used a coupon, also with closed accounts. */
async function usesOf(db: Db, couponId: number, accountId: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(couponUses)
    .where(
      and(eq(couponUses.couponId, couponId), sql`${couponUses.accountId} in ${accountsOfHolder(accountId)}`, isNull(couponUses.returnedAt)),
    )
  return row?.n ?? 0
}
