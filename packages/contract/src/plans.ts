import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Time } from './paging.ts'
import { PERIODS, Period } from './periods.ts'

const price = z.nullable(Amount)
/** null: not sold for that period; 0: free. Minor units. */
export const prices = {
  month_price: price,
  quarter_price: price,
  half_year_price: price,
  year_price: price,
  two_year_price: price,
  three_year_price: price,
  onetime_price: price,
  reset_price: price,
} satisfies Record<Period, typeof price>

/** What one period costs while a promotion runs, before any coupon. */
export const PromotedPrice = z.object({
  period: Period,
  amount: Amount,
  name: z.string(),
  percent: z.int(),
  ends_at: z.nullable(Time),
})
export type PromotedPrice = z.infer<typeof PromotedPrice>

export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  /** Plain text or a short list, one feature a line. */
  content: z.string(),
  tags: z.array(z.string()),
  currency: Currency,
  /** Bytes in each cycle. */
  transfer_enable: z.int(),
  /** Mbps; null: unlimited. */
  speed_limit: z.nullable(z.int()),
  /** null: unlimited. */
  device_limit: z.nullable(z.int()),
  /** null: unlimited; 0: sold out. */
  places_left: z.nullable(z.int()),
  ...prices,
  /** Periods that cost less at this moment, for the caller. */
  promotions: z.array(PromotedPrice),
})
export type Plan = z.infer<typeof Plan>

/** A plan as one member sees it: also the one he holds, even where it is no longer listed. */
export const MemberPlan = z.object({
  ...Plan.shape,
  held: z.boolean(),
  can_renew: z.boolean(),
  can_buy: z.boolean(),
  /** May take the place of the running plan; the one held: may be had on the other kind of term, by months or permanent. */
  can_change: z.boolean(),
  /** The traffic of the running plan can begin anew for a price. */
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
  summary: 'Plans this member may buy or renew',
  response: z.object({ items: z.array(MemberPlan), total: z.int() }),
})

/** Periods of a plan that are sold, in the standing order. */
export function soldPeriods(plan: Record<Period, number | null>): Period[] {
  return PERIODS.filter((period) => plan[period] !== null)
}
