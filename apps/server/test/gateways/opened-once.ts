import { expect } from 'vitest'
import type { TestApp } from '../harness.ts'

/** Each of these paid orders for a month at 10.00, one for each member, has one receipt, one posting and one term. */
export async function expectOpenedOnce(t: TestApp, tradeNos: string[]): Promise<void> {
  const { rows } = await t.database.pool.query(
    `select o.trade_no,
       (select count(*)::int from payment_receipts r join payment_attempts a on a.id = r.attempt_id where a.order_id = o.id) as receipts,
       (select count(*)::int from ledger_transactions l where l.kind = 'order.paid' and l.note like o.trade_no || '%') as postings,
       extract(epoch from s.expires_at - o.completed_at) / 86400 as days
     from orders o join subscriptions s on s.account_id = o.account_id where o.trade_no = any($1)`,
    [tradeNos],
  )
  expect(rows).toHaveLength(tradeNos.length)
  for (const { trade_no, receipts, postings, days } of rows) {
    expect({ receipts, postings }, trade_no).toEqual({ receipts: 1, postings: 1 })
    expect(Number(days), trade_no).toBeGreaterThan(27)
    expect(Number(days), trade_no).toBeLessThan(32)
  }
}
