import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { orders } from '../orders/orders.table.ts'
import { coupons } from './coupons.table.ts'

/** A use that an order holds; a cancelled order gives it back. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    couponId: bigint('coupon_id', { mode: 'number' })
      .notNull()
      .references(() => coupons.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
    returnedAt: timestamp('returned_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('coupon_uses_order').on(t.orderId),
    index('coupon_uses_coupon').on(t.couponId, t.id),
    index('coupon_uses_member')
      .on(t.couponId, t.accountId)
      .where(sql`returned_at is null`),
  ],
)
