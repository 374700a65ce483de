import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { Time } from './paging.ts'
import { Period } from './periods.ts'
import { typedCode } from './typed-code.ts'

export const CouponKind = z.enum(['amount', 'percent'])
export type CouponKind = z.infer<typeof CouponKind>

export const CouponCheck = z.object({
  name: z.string(),
  code: z.string(),
  kind: CouponKind,
  /** By `kind`: minor units, or whole percent. */
  value: z.int(),
  /** Discount on this purchase in minor units, computed after any running promotion. */
  discount_amount: Amount,
  currency: Currency,
  /** The coupon is invalid from this moment on; null: no end. */
  ends_at: z.nullable(Time),
})
export type CouponCheck = z.infer<typeof CouponCheck>

export const checkCoupon = endpoint({
  method: 'POST',
  path: '/muser/coupon/check',
  access: 'member',
  chosen: true,
  summary: 'What a coupon takes off one purchase, calculated as in a quote; does not use the coupon',
  body: z.object({
    code: z.pipe(typedCode(40), z.string().check(z.minLength(1))),
    plan_id: z.int(),
    period: Period,
  }),
  response: CouponCheck,
})
