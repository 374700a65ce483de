import * as z from 'zod/mini'

/** The eight price keys. Their position, from 1, is the `type` in `/user/plan/{id}/{type}`. */
export const PERIODS = [
  'month_price',
  'quarter_price',
  'half_year_price',
  'year_price',
  'two_year_price',
  'three_year_price',
  'onetime_price',
  'reset_price',
] as const
export const Period = z.enum(PERIODS)
export type Period = z.infer<typeof Period>

/** Calendar months a period adds to a subscription; null: none (permanent, or a traffic reset). */
export const periodMonths: Record<Period, number | null> = {
  month_price: 1,
  quarter_price: 3,
  half_year_price: 6,
  year_price: 12,
  two_year_price: 24,
  three_year_price: 36,
  onetime_price: null,
  reset_price: null,
}

/** Path where a plan is renewed for the period it was last bought for; null: no plan. */
export function renewPath(planId: number | null, period: Period | null): string {
  return planId === null ? '/user/plans' : `/user/plan/${planId}/${PERIODS.indexOf(period ?? 'month_price') + 1}`
}
