import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commissionChain } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts } from '../payments/payments.table.ts'

// What migration 0056 does to orders and entries that are there, without the view and the trigger that it makes.

const t = await forFile(startApp())
const [shop, chain] = [await openShop(t), commissionChain(t)]
const statements = readFileSync(new URL('../../migrations/0056_month_sums.sql', import.meta.url), 'utf8').split(
  '--> statement-breakpoint\n',
)
const statement = (start: string): string => statements.find((text) => text.includes(start))!

test('an order from before names the method whose fee it paid, or else the one that paid first', async () => {
  const method = () => shop.method({ driver: 'manual', config: { instructions: 'Account 1' } })
  const [one, two, buyer] = [await method(), await method(), await t.member()]
  const hour = (n: number) => new Date(Date.UTC(2027, 0, 1, n))
  type Attempt = [method: { id: number }, fee: number, settled: number | null]
  const methodOf = async (attempts: Attempt[], values: Partial<typeof orders.$inferSelect> = {}) => {
    const { id } = await chain.order(buyer, 1000, { paymentName: 'Card', feeAmount: 30, ...values })
    for (const [n, [method, feeAmount, settled]] of attempts.entries()) {
      const paid = { amount: 1000 + feeAmount, feeAmount, currency: 'CNY', payAmount: 1000 + feeAmount, payCurrency: 'CNY' }
      const times = { createdAt: hour(0), expiresAt: hour(1), settledAt: settled === null ? null : hour(settled) }
      await t.database.db.insert(paymentAttempts).values({ attemptNo: `M${id}N${n}`, orderId: id, methodId: method.id, ...paid, ...times })
    }
    return id
  }
  const made = [
    await methodOf([
      [two, 0, 1],
      [one, 30, 2],
    ]),
    await methodOf([
      [two, 0, 2],
      [one, 5, 1],
    ]),
    await methodOf([
      [two, 30, null],
      [one, 0, 1],
    ]),
    await methodOf([[one, 30, null]]),
    await methodOf([[one, 30, 1]], { paymentName: null }),
    await methodOf([[one, 30, 1]], { paidAt: null, status: 'pending' }),
  ]
  await t.asOwner(statement('UPDATE orders o SET payment_method_id'))
  const names = []
  for (const id of made) names.push((await t.database.db.select().from(orders).where(eq(orders.id, id)))[0]!.paymentMethodId)
  expect(names).toEqual([one.id, one.id, one.id, null, null, null])
})

test('the sums of entries from before are those that are kept since', async () => {
  const { member } = await shop.bought()
  await shop.give(member, 500)
  await chain.earn(member, 70)
  await chain.earn(member, 7)
  const sums = async () => {
    const { rows } = await t.database.db.execute(sql`
      select day::text, kind, method_id, movement, currency, pay_currency, plan_id, period, sum(amount) as amount, sum(pay_amount) as pay_amount
      from ledger_days group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8`)
    return rows
  }
  const kept = await sums()
  expect(kept).toHaveLength(6)
  await t.asOwner('truncate ledger_days')
  await t.asOwner(statement('INSERT INTO ledger_days\nSELECT'))
  expect(await sums()).toEqual(kept)
})
