import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Time } from './paging.ts'
import { eachPeriod, PERIODS, Period } from './periods.ts'
import { limits } from './plan-limits.ts'
import { ResetMode } from './reset-mode.ts'
import { translationsOf } from './translations.ts'

/** null: not sold for that period; 0: free. Minor units. */
export const prices = eachPeriod(() => z.nullable(Amount))

/** The price of a period during a promotion, before any coupon. */
export const PromotedPrice = z.object({
  period: Period,
  amount: Amount,
  name: z.string(),
  percent: z.int(),
  /** true: for new members only; their next order costs the full price. */
  first_order: z.boolean(),
  ends_at: z.nullable(Time),
})
export type PromotedPrice = z.infer<typeof PromotedPrice>

export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  /** Plain text or a short list, one feature per line. */
  content: z.string(),
  tags: z.array(z.string()),
  currency: Currency,
  /** Bytes per cycle. */
  transfer_enable: z.int(),
  reset_mode: ResetMode,
  ...limits,
  /** null: unlimited; 0: sold out. */
  places_left: z.nullable(z.int()),
  ...prices,
  /** Periods with a promotion for the caller now. */
  promotions: z.array(PromotedPrice),
})
export type Plan = z.infer<typeof Plan>

/**
 * The caller's price for a period of the held plan. `usual_amount`: what others pay; `next`: what the caller pays from a day on, null: no
 * change is announced.
 */
export const OwnPrice = z.object({
  period: Period,
  usual_amount: Amount,
  next: z.nullable(z.object({ amount: Amount, from: Time })),
})
export type OwnPrice = z.infer<typeof OwnPrice>

/** A plan as one member sees it, also one that is held or renewable but no longer listed. Prices of the held plan are renewal prices. */
export const MemberPlan = z.object({
  ...Plan.shape,
  held: z.boolean(),
  /** Periods of the held plan whose price is not the usual one, or will change. */
  own_prices: z.array(OwnPrice),
  /** true: the caller may renew it. Also for a while after it ended, for its last holder. */
  can_renew: z.boolean(),
  can_buy: z.boolean(),
  /** true: may replace the running plan. For the held plan: may switch between monthly and permanent. */
  can_change: z.boolean(),
  /** true: traffic of the running plan can be reset for a price. */
  can_reset: z.boolean(),
})
export type MemberPlan = z.infer<typeof MemberPlan>

export const listPublicPlans = endpoint({
  method: 'GET',
  path: '/api/plan/list',
  access: 'public',
  summary: 'Plans on sale, for visitors',
  response: z.object({ items: z.array(Plan), total: z.int() }),
})

export const fetchPlans = endpoint({
  method: 'GET',
  path: '/muser/plan/fetch',
  access: 'member',
  chosen: true,
  summary: 'Plans I can buy or renew',
  response: z.object({ items: z.array(MemberPlan), total: z.int() }),
})

/** The renewal price will rise. Once per change; ends with another price change, or with the term. Amounts are before discounts. */
export const priceAnnouncedEvent = z.object({
  type: z.literal('price_announced'),
  data: z.object({
    plan_id: z.int(),
    plan: z.string(),
    translations: z.optional(translationsOf({ plan: z.string() })),
    period: Period,
    amount: Amount,
    now_amount: Amount,
    currency: Currency,
    from: Time,
  }),
})

/** Periods in which a plan is sold, in the usual order. */
export function soldPeriods(plan: Record<Period, number | null>): Period[] {
  return PERIODS.filter((period) => plan[period] !== null)
}

/** The current price of a period, with any running promotion. Minor units; 0 if it is free or not sold. */
export function priceNow(plan: Plan, period: Period): number {
  return plan.promotions.find((one) => one.period === period)?.amount ?? plan[period] ?? 0
}

/** The lowest price of a month among plans sold by the month; null if none is, or the lowest is free. */
export function cheapestMonth(plans: Plan[]): { amount: number; currency: string } | null {
  const monthly = plans.filter((plan) => plan.month_price !== null && plan.places_left !== 0)
  const [cheapest] = monthly
    .map((plan) => ({ amount: priceNow(plan, 'month_price'), currency: plan.currency }))
    .toSorted((a, b) => a.amount - b.amount)
  return cheapest && cheapest.amount > 0 ? cheapest : null
}

/** What the plan's traffic covers: a month, a year, or the whole term. */
export function trafficSpan({ reset_mode: mode }: Pick<Plan, 'reset_mode'>, isPermanent: boolean): 'month' | 'year' | 'term' | 'total' {
  if (isPermanent) return 'total'
  if (mode === 'never') return 'term'
  return mode === 'monthly' || mode === 'first_of_month' ? 'month' : 'year'
}
