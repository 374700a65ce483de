import type * as contract from '@portico/contract/orders'
import type * as admin from '@portico/contract/orders-admin'
import type { OrderWithEmail } from './list-orders.ts'
import type { OrderRow } from './orders.table.ts'

/** An order as its owner sees it. */
export function toOrder(row: OrderRow, now: Date): contract.Order {
  const left = row.status === 'pending' ? Math.max(0, Math.ceil((row.expiresAt.getTime() - now.getTime()) / 1000)) : 0
  return {
    trade_no: row.tradeNo,
    type: row.type,
    status: row.status,
    period: row.period,
    plan_id: row.planId,
    plan_name: row.snapshot.planName,
    currency: row.currency,
    price_amount: row.priceAmount,
    total_amount: row.totalAmount,
    fee_amount: row.feeAmount,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    seconds_left: left,
    paid_at: row.paidAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    payment_name: row.paymentName,
  }
}

/** An order as operators see it. */
export function toAdminOrder({ order, email }: OrderWithEmail, now: Date): admin.AdminOrder {
  return { ...toOrder(order, now), account_id: order.accountId, email, review_reason: order.reviewReason }
}
