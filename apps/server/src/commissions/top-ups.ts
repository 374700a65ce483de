import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { funds, ledgerEntries } from '../ledger/ledger.table.ts'
import { orders } from '../orders/orders.table.ts'
import { commissions, commissionTopUps } from './commissions.table.ts'

/** An amount that came in with a top-up, in minor units. */
export type TopUpPart = { topUpId: number; amount: number }

/**
 * Parts of an order's balance payment that came from top-ups and earned this level nothing yet. Bonuses do not count; amounts returned by
 * refunds may earn again.
 */
export async function unearnedTopUps(tx: Tx, orderId: number, level: number): Promise<TopUpPart[]> {
  const { rows } = await tx.execute<TopUpPart>(sql`
    select held.id as "topUpId", least(held.amount, held.cash - coalesce((
      select sum(case when o.refunded_amount = 0 then p.amount
        else ceil(p.amount * (c.amount - c.reversed_amount)::numeric / c.amount) end)
      from ${commissionTopUps} p
      join ${commissions} c on c.id = p.commission_id and c.level = ${level}
      join ${orders} o on o.id = c.order_id
      where p.top_up_id = held.id), 0))::bigint as amount
    from (
      select t.id, t.cash_amount as cash, sum(f.amount) as amount
      from ${funds} f
      join lateral (
        select o.id, o.cash_amount from ${ledgerEntries} e
        join ${orders} o on o.id = e.order_id and o.type = 'topup'
        where e.transaction_id = f.origin_id and e.amount > 0
        limit 1) t on true
      where f.order_id = ${orderId} and f.for_order_id = ${orderId}
      group by t.id, t.cash_amount) held
    order by held.id`)
  return rows.filter(({ amount }) => amount > 0)
}

/** Notes what of a new commission's base came in with top-ups. */
export async function noteTopUps(tx: Tx, commissionId: number, parts: TopUpPart[]): Promise<void> {
  if (parts.length === 0) return
  await tx.insert(commissionTopUps).values(parts.map((part) => ({ ...part, commissionId })))
}
