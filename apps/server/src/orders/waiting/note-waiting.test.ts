import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { messagesOf } from '../../../test/messages-of.ts'
import { expireOrders } from '../cancel-order.ts'
import { orders } from '../orders.table.ts'
import { noteWaiting } from './note-waiting.ts'

const MINUTE = 60_000
const t = await forFile(startApp())
const shop = await openShop(t)
const plan = await t.plan()

const note = () => noteWaiting(t.database, t.app.now())
const told = async (member: Member): Promise<unknown[]> =>
  (await messagesOf(member, 'order_waiting')).map(({ data, ended }) => [data['trade_no'], ended])

test('an unpaid order brings one reminder, in the second half of its time, however often the job runs', async () => {
  const { member, tradeNo } = await shop.order(plan)
  await atOnce(note)
  expect(await told(member)).toEqual([])
  t.travel(15 * MINUTE)
  await atOnce(note)
  await atOnce(note)
  expect(await told(member)).toEqual([[tradeNo, false]])
  expect(await messagesOf(member, 'order_waiting')).toMatchObject([{ data: { plan: 'Basic', amount: 1000 } }])
})

test('it ends when the order is paid, cancelled or expires', async () => {
  const [paid, cancelled, expired] = [await shop.order(plan), await shop.order(plan), await shop.order(plan)]
  t.travel(16 * MINUTE)
  await note()
  await shop.takeCash(paid.tradeNo)
  expect((await cancelled.member.call('POST', '/muser/order/cancel', { trade_no: cancelled.tradeNo })).status).toBe(200)
  for (const { member, tradeNo } of [paid, cancelled]) expect(await told(member)).toEqual([[tradeNo, true]])
  t.travel(15 * MINUTE)
  await expireOrders(t.database, t.app.now())
  expect(await told(expired.member)).toEqual([[expired.tradeNo, true]])
})

test('suspended members, automatic renewals and orders with a proof of payment are left out; a payment and the job at once leave no open reminder', async () => {
  const [banned, renewing] = [await shop.order(plan), await shop.order(plan)]
  await t.database.db.update(orders).set({ renewalOf: new Date() }).where(eq(orders.tradeNo, renewing.tradeNo))
  t.travel(16 * MINUTE)
  await t.ban(banned.member.id)
  await note()
  expect(await told(renewing.member)).toEqual([])
  const { rows } = await t.database.pool.query('select from events where account_id = $1', [banned.member.id])
  expect(rows).toEqual([])
  const all = await Promise.all(Array.from({ length: 10 }, () => shop.order(plan)))
  t.travel(16 * MINUTE)
  await Promise.all([...all.map(({ tradeNo }) => shop.takeCash(tradeNo)), ...Array.from({ length: 10 }, note)])
  await note()
  for (const { member } of all) expect((await told(member)).filter((one) => !(one as [string, boolean])[1])).toEqual([])
})
