import { eq } from 'drizzle-orm'
import type { Period } from '@portico/contract/periods'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { makeOffer } from './make-offer.ts'
import { type CouponRow, coupons } from '../coupons/coupons.table.ts'

/**
 * What a coupon takes off one purchase, in minor units. It runs the calculation of a quote and throws the same errors, so a coupon accepted
 * here can be used.
 */
export async function checkCoupon(
  db: Db,
  accountId: number,
  { code, planId, period }: { code: string; planId: number; period: Period },
  context: Context,
): Promise<{ coupon: CouponRow; amount: number }> {
  const { offer } = await makeOffer(db, accountId, { planId, period, couponCode: code, useBalance: false }, context)
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(eq(coupons.id, offer.couponId ?? 0))
  if (!coupon) throw new AppError('coupon.unusable')
  return { coupon, amount: offer.couponAmount }
}
