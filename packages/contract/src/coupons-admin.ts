import * as z from 'zod/mini'
import { CouponKind } from './coupons.ts'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency } from './money.ts'
import { OrderStatus, TradeNo } from './order-status.ts'
import { dayQuery, pageOf, pageQuery, Time } from './paging.ts'
import { Period } from './periods.ts'
import { inOrder, validity } from './validity.ts'
import { AddressOf } from './personal.ts'

/** How many coupons one batch may have. */
export const MAX_COUPON_BATCH = 10_000

/** A coupon's code: letters, digits, hyphens and underscores. Case does not matter. */
const Code = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{3,40}$/), z.toUpperCase())
const limit = z.nullable(z.int().check(z.gte(1), z.lte(1_000_000)))

const terms = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  kind: CouponKind,
  /** By `kind`: minor units of the site's currency, or whole percent. */
  value: Amount.check(z.gte(1)),
  /** How often it can be used, in total and by one member; null: no limit. */
  limit_use: limit,
  limit_per_member: limit,
  /** Only for new members: no opened order yet for a plan with a price. */
  new_members_only: z.boolean(),
  ...validity,
}
const percentFits = z.refine<{ kind: CouponKind; value: number }>(({ kind, value }) => kind !== 'percent' || value <= 100, {
  path: ['value'],
})

/** `code` null: the server makes a random one. */
export const CouponInput = z.object({ code: z.nullable(Code), ...terms }).check(percentFits, inOrder)
export type CouponInput = z.infer<typeof CouponInput>
export const CouponChange = z.object({ code: Code, ...terms }).check(percentFits, inOrder)
export type CouponChange = z.infer<typeof CouponChange>
export const CouponBatchInput = z
  .object({
    count: z.int().check(z.gte(1), z.lte(MAX_COUPON_BATCH)),
    /** Start of every code in the batch; the rest is random. */
    prefix: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{0,16}$/), z.toUpperCase()),
    ...terms,
  })
  .check(percentFits, inOrder)
export type CouponBatchInput = z.infer<typeof CouponBatchInput>

/** State of a coupon. If several apply, the first of these: disabled, over, used up. */
export const CouponState = z.enum(['running', 'not_started', 'over', 'used_up', 'disabled'])
export type CouponState = z.infer<typeof CouponState>

export const AdminCoupon = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  kind: CouponKind,
  value: z.int(),
  currency: Currency,
  limit_use: z.nullable(z.int()),
  limit_per_member: z.nullable(z.int()),
  new_members_only: z.boolean(),
  /** Number of uses: orders that are open or settled with this coupon. */
  used: z.int(),
  plan_ids: z.nullable(z.array(z.int())),
  periods: z.nullable(z.array(Period)),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  enabled: z.boolean(),
  state: CouponState,
  /** Id of the batch it was created in; null: it was created alone. */
  batch_id: z.nullable(z.string()),
  /** true: no order has ever used it. */
  deletable: z.boolean(),
  created_at: Time,
})
export type AdminCoupon = z.infer<typeof AdminCoupon>

const text = z.optional(z.string().check(z.maxLength(100)))
const filter = {
  /** Matches the start of a code, or part of a name. */
  q: text,
  kind: z.optional(CouponKind),
  state: z.optional(CouponState),
  batch_id: text,
  enabled: z.optional(z.enum(['true', 'false'])),
  /** Days on which the coupon was created. */
  ...dayQuery,
}
export const CouponFilter = z.object(filter)
export type CouponFilter = z.infer<typeof CouponFilter>

export const adminListCoupons = endpoint({
  method: 'GET',
  path: '/admin/coupons',
  access: ['coupons.read'],
  summary: 'Coupons by filter, newest first',
  query: z.object({ ...pageQuery, ...filter }),
  response: pageOf(AdminCoupon),
})
export const adminExportCoupons = endpoint({
  method: 'GET',
  path: '/admin/coupons/export',
  access: ['coupons.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV',
  query: z.object({ ...filter, sort: pageQuery.sort }),
  response: Csv,
})
export const adminCreateCoupon = endpoint({
  method: 'POST',
  path: '/admin/coupons',
  access: ['coupons.write'],
  summary: 'Create a coupon',
  body: CouponInput,
  response: AdminCoupon,
})
export const adminGenerateCoupons = endpoint({
  method: 'POST',
  path: '/admin/coupons/batches',
  access: ['coupons.write'],
  summary: 'Generate a batch of coupons on the same terms, 10,000 at most',
  body: CouponBatchInput,
  response: z.object({ batch_id: z.string(), count: z.int() }),
})
export const adminUpdateCoupon = endpoint({
  method: 'PUT',
  path: '/admin/coupons/:id',
  access: ['coupons.write'],
  summary: 'Change a coupon; existing orders stay the same',
  body: CouponChange,
  response: AdminCoupon,
})
export const adminSetCoupon = endpoint({
  method: 'PATCH',
  path: '/admin/coupons/:id',
  access: ['coupons.write'],
  summary: 'Disable or enable a coupon',
  body: z.object({ enabled: z.boolean() }),
  response: AdminCoupon,
})
export const adminSetCoupons = endpoint({
  method: 'POST',
  path: '/admin/coupons/enabled',
  access: ['coupons.write'],
  summary: 'Disable or enable all coupons that match a filter, if their number is as expected',
  body: z.object({ filter: CouponFilter, enabled: z.boolean(), count: z.int().check(z.gte(1)) }),
  response: z.object({ changed: z.int() }),
})
export const adminDeleteCoupon = endpoint({
  method: 'DELETE',
  path: '/admin/coupons/:id',
  access: ['coupons.write'],
  summary: 'Delete a coupon that no order has used',
})

export const CouponUse = z.object({
  id: z.int(),
  trade_no: TradeNo,
  order_status: OrderStatus,
  account_id: z.int(),
  email: AddressOf('account_id'),
  discount_amount: Amount,
  currency: Currency,
  used_at: Time,
  /** When the order was cancelled or expired, which gave the use back; null: the use still counts. */
  returned_at: z.nullable(Time),
})
export type CouponUse = z.infer<typeof CouponUse>
export const adminListCouponUses = endpoint({
  method: 'GET',
  path: '/admin/coupons/:id/uses',
  access: ['coupons.read'],
  summary: 'Orders that used a coupon, newest first',
  query: z.object({ page: pageQuery.page, page_size: pageQuery.page_size }),
  response: pageOf(CouponUse),
})
