import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'
import { Period } from './periods.ts'
import type { Language } from './translations.ts'

export const RunningPromotion = z.object({
  id: z.int(),
  name: z.string(),
  /** Plain text. */
  content: z.string(),
  percent: z.int(),
  /** Plans it applies to; null: every plan. */
  plans: z.nullable(z.array(z.object({ id: z.int(), name: z.string() }))),
  /** Periods it applies to; null: every period. */
  periods: z.nullable(z.array(Period)),
  /** true: only for members without an opened order for a plan with a price. */
  new_members_only: z.boolean(),
  ends_at: z.nullable(Time),
  /** Whole seconds until `ends_at`; null: no end. */
  seconds_left: z.nullable(z.int()),
})
export type RunningPromotion = z.infer<typeof RunningPromotion>

/** "20% off". Chinese counts what is left of the price: 20 percent off is 8 折, 5 percent 95 折. */
export function percentOff(percent: number, language: Language): string {
  if (language === 'en') return `${percent}% off`
  const left = 100 - percent
  return `${left % 10 === 0 || left < 10 ? left / 10 : left} 折`
}

export const listDiscounts = endpoint({
  method: 'GET',
  path: '/api/discount/list',
  access: 'public',
  summary: 'Running promotions, largest first; signed-in members see only those they can use',
  response: z.object({ items: z.array(RunningPromotion), total: z.int() }),
})
export const fetchDiscounts = endpoint({
  method: 'GET',
  path: '/muser/discount/fetch',
  access: 'member',
  chosen: true,
  summary: 'Running promotions that I can use, largest first, and my personal discount',
  response: z.object({
    items: z.array(RunningPromotion),
    total: z.int(),
    /** The caller's personal discount: percent off the price after promotion and coupon; 0: none. */
    personal_percent: z.int(),
  }),
})
