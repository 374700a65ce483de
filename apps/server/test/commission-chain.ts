import { eq } from 'drizzle-orm'
import { accounts } from '../src/accounts/accounts.table.ts'
import { accrueCommission } from '../src/commissions/accrue-commission.ts'
import { type CommissionRow, commissions } from '../src/commissions/commissions.table.ts'
import { reverseCommission } from '../src/commissions/reverse-commission.ts'
import { memberBalance, post } from '../src/ledger/post.ts'
import { type OrderRow, orders } from '../src/orders/orders.table.ts'
import type { Member, TestApp } from './harness.ts'

export const DAY = 86_400_000
let serial = 0

/** Members who invited each other, and paid orders that earn commission for them, without a gateway. */
export function commissionChain(t: TestApp) {
  const { db } = t.database

  const chain = {
    invited: (member: { id: number }, inviter: { id: number } | null) =>
      db
        .update(accounts)
        .set({ inviterId: inviter?.id ?? null })
        .where(eq(accounts.id, member.id)),
    /** A member, their inviter, that member's inviter, and so on. */
    async members(count: number): Promise<Member[]> {
      const made = await Promise.all(Array.from({ length: count }, () => t.member()))
      for (const [n, member] of made.entries()) await chain.invited(member, made[n + 1] ?? null)
      return made
    },
    /** A paid order with this amount received from outside. */
    async order(buyer: { id: number }, cashAmount: number, values: Partial<OrderRow> = {}): Promise<OrderRow> {
      const paidAt = t.app.now()
      const plain = {
        type: 'new',
        status: 'completed',
        currency: 'CNY',
        period: 'month_price',
        createdAt: paidAt,
        expiresAt: paidAt,
      } as const
      const amounts = { priceAmount: cashAmount, totalAmount: cashAmount, cashAmount, paidAt }
      const tradeNo = `CHAIN${String(++serial).padStart(8, '0')}`
      const [row] = await db
        .insert(orders)
        .values({ tradeNo, accountId: buyer.id, ...plain, ...amounts, ...values })
        .returning()
      return row!
    },
    async accrue(order: OrderRow, cashAmount = order.cashAmount): Promise<CommissionRow[]> {
      const at = order.paidAt ?? t.app.now()
      await t.database.transaction((tx) => accrueCommission(tx, order, cashAmount, { at, settings: t.app.settings() }))
      return chain.of(order)
    },
    of: (order: OrderRow): Promise<CommissionRow[]> =>
      db.select().from(commissions).where(eq(commissions.orderId, order.id)).orderBy(commissions.level),
    refund: (order: OrderRow, refunded: number) =>
      t.database.transaction((tx) => reverseCommission(tx, order.id, { refunded, base: order.cashAmount }, t.app.now())),
    commission: (member: { id: number }): Promise<number> => memberBalance(db, member.id, 'CNY', 'commission'),
    held: (member: { id: number }): Promise<number> => memberBalance(db, member.id, 'CNY', 'held'),
    balance: (member: { id: number }): Promise<number> => memberBalance(db, member.id, 'CNY'),
    async earn(member: { id: number }, amount: number): Promise<void> {
      const legs = [{ kind: 'revenue', amount: -amount } as const, { kind: 'commission', ownerId: member.id, amount } as const]
      const key = `earned:${++serial}:${member.id}`
      await t.database.transaction((tx) => post(tx, { kind: 'balance.adjusted', key, currency: 'CNY', legs, at: t.app.now() }))
    },
  }
  return chain
}
