import type { CouponState } from '@portico/contract/coupons-admin'
import { and, eq, gt, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { type CouponRow, coupons } from './coupons.table.ts'

/** The first state that applies to a coupon. Only a running one can be used. */
export function stateOf({ enabled, startsAt, endsAt, used, limitUse }: CouponRow, now: Date): CouponState {
  if (!enabled) return 'disabled'
  if (endsAt !== null && endsAt <= now) return 'over'
  if (limitUse !== null && used >= limitUse) return 'used_up'
  return startsAt !== null && now < startsAt ? 'not_started' : 'running'
}

/** `stateOf` as an SQL condition. */
export function inState(state: CouponState, now: Date): SQL | undefined {
  if (state === 'disabled') return eq(coupons.enabled, false)
  const over = and(isNotNull(coupons.endsAt), lte(coupons.endsAt, now))
  if (state === 'over') return and(eq(coupons.enabled, true), over)
  const open = and(eq(coupons.enabled, true), or(isNull(coupons.endsAt), gt(coupons.endsAt, now)))
  const left = or(isNull(coupons.limitUse), lt(coupons.used, coupons.limitUse))
  if (state === 'used_up') return and(open, not(left ?? sql`true`))
  const begun = or(isNull(coupons.startsAt), lte(coupons.startsAt, now))
  return and(open, left, state === 'running' ? begun : gt(coupons.startsAt, now))
}
