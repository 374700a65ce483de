import { sql } from 'drizzle-orm'
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { id, ref, time } from '../db/columns.ts'
import { orders } from '../orders/orders.table.ts'
import { coupons } from './coupons.table.ts'

/** A use that an order holds; a cancelled order gives it back. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    id: id(),
    couponId: ref('coupon_id', () => coupons.id).notNull(),
    accountId: ref('account_id', () => accounts.id).notNull(),
    orderId: ref('order_id', () => orders.id).notNull(),
    usedAt: time('used_at').notNull(),
    returnedAt: time('returned_at'),
  },
  (t) => [
    uniqueIndex('coupon_uses_order').on(t.orderId),
    index('coupon_uses_coupon').on(t.couponId, t.id),
    index('coupon_uses_member')
      .on(t.couponId, t.accountId)
      .where(sql`returned_at is null`),
  ],
)
