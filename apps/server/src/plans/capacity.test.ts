import { eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { createDatabase, type Answer, type Call, forFile, type Member, startApp } from '../../test/harness.ts'
import { orders } from '../orders/orders.table.ts'

const on = await createDatabase('template_portico')
const t = await forFile(startApp({ on: { ...on, drop: async () => {} } }))
/** Another process on the same database. */
const other = await forFile(startApp({ on }))

const buy = (by: Member, planId: number): Promise<Answer> =>
  by.call('POST', '/muser/order/save', { plan_id: planId, period: 'month_price' })
const cancel = (by: Member, { body }: Answer) => by.call('POST', '/muser/order/cancel', { trade_no: body.trade_no })
const isBought = ({ status }: Answer): boolean => status === 200

async function listed(call: Call, path: string, planId: number) {
  return (await call('GET', path)).body.items.find(({ id }: { id: number }) => id === planId)
}
const left = async (planId: number, app = t): Promise<number | null> => (await listed(app.call, '/api/plan/list', planId)).places_left
const canBuy = async (by: Member, planId: number): Promise<boolean> => (await listed(by.call, '/muser/plan/fetch', planId)).can_buy

async function give({ id }: Member, planId: number, expiresAt = new Date(t.app.now().getTime() + 30 * 24 * HOUR)): Promise<void> {
  const admin = await t.admin()
  const change = { plan_id: planId, expired_at: expiresAt.toISOString() }
  expect((await admin.call('PATCH', `/admin/users/${id}`, { version: 1, change })).status).toBe(200)
}

test('every place shown as free can be bought, by twenty at once, on every process', async () => {
  const [plan, buyers] = [await t.plan({ capacityLimit: 5 }), await atOnce(() => t.member(), 20)]
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([5, 5])
  const answers = await Promise.all(buyers.map((buyer) => buy(buyer, plan.id)))
  expect(answers.filter(isBought)).toHaveLength(5)
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([0, 0])
  const waiting = buyers.filter((_, i) => !isBought(answers[i]!))
  expect(await canBuy(waiting[0]!, plan.id)).toBe(false)

  const [first, second] = buyers.flatMap((buyer, i) => (isBought(answers[i]!) ? [{ buyer, answer: answers[i]! }] : []))
  await Promise.all([cancel(first!.buyer, first!.answer), cancel(second!.buyer, second!.answer)])
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([2, 2])
  expect(await canBuy(waiting[0]!, plan.id)).toBe(true)
  const again = await Promise.all(waiting.map((buyer) => buy(buyer, plan.id)))
  expect(again.filter(isBought)).toHaveLength(2)
  expect(again.filter(({ body }) => body.code === 'plan.sold_out')).toHaveLength(13)
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([0, 0])
})

test('while many buy and cancel, the page never shows an impossible number, and the final one is right', async () => {
  const [plan, buyers] = [await t.plan({ capacityLimit: 3 }), await atOnce(() => t.member())]
  const over = new AbortController()
  const looks = [t, other].map(async (app) => {
    const seen: (number | null)[] = []
    while (!over.signal.aborted) seen.push(await left(plan.id, app))
    return seen
  })
  const kept = await Promise.all(
    buyers.map(async (buyer, i) => {
      const answer = await buy(buyer, plan.id)
      if (!isBought(answer) || i % 2 === 0) return Number(isBought(answer))
      expect((await cancel(buyer, answer)).status).toBe(200)
      return 0
    }),
  )
  over.abort()
  const free = 3 - kept.reduce((sum, one) => sum + one, 0)
  for (const look of looks) for (const seen of await look) expect([0, 1, 2, 3]).toContain(seen)
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([free, free])
})

test('a change to the plan takes a place as a purchase does', async () => {
  const [plan, held, changing, buyer] = [await t.plan({ capacityLimit: 1 }), await t.plan(), await t.member(), await t.member()]
  await give(changing, held.id)
  expect(await left(plan.id)).toBe(1)
  expect((await buy(changing, plan.id)).body).toMatchObject({ type: 'change', status: 'pending' })
  expect([await left(plan.id), await canBuy(buyer, plan.id)]).toEqual([0, false])
  expect((await buy(buyer, plan.id)).body.code).toBe('plan.sold_out')
})

test('a holder with an open order for the plan takes one place, not two', async () => {
  const [plan, holder, buyer] = [await t.plan({ capacityLimit: 2 }), await t.member(), await t.member()]
  expect(isBought(await buy(holder, plan.id))).toBe(true)
  await give(holder, plan.id)
  expect([await left(plan.id), await canBuy(buyer, plan.id)]).toEqual([1, true])
  expect(isBought(await buy(buyer, plan.id))).toBe(true)
  expect(await left(plan.id)).toBe(0)
})

test('an order in review keeps its place, and its member may use it for another order', async () => {
  const [plan, member, buyer] = [await t.plan({ capacityLimit: 1 }), await t.member(), await t.member()]
  const { body } = await buy(member, plan.id)
  await t.database.db
    .update(orders)
    .set({ status: 'review', reviewReason: 'other_plan_active', paidAt: t.app.now() })
    .where(eq(orders.tradeNo, body.trade_no))
  expect([await left(plan.id), await canBuy(buyer, plan.id), await canBuy(member, plan.id)]).toEqual([0, false, true])
  expect((await buy(buyer, plan.id)).body.code).toBe('plan.sold_out')
  expect(isBought(await buy(member, plan.id))).toBe(true)
})

test('a paid order keeps its place when it is opened, and a term that ends frees it', async () => {
  const [plan, member, buyer] = [await t.plan({ capacityLimit: 1, month_price: 0 }), await t.member(), await t.member()]
  expect((await buy(member, plan.id)).body.status).toBe('processing')
  expect(await left(plan.id)).toBe(0)
  await t.runJobs()
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([0, 0])
  await give(member, plan.id, new Date(t.app.now().getTime() + 10_000))
  expect(await left(plan.id)).toBe(0)
  // Less than the time after which places are always recounted.
  t.travel(11_000)
  expect([await left(plan.id), await canBuy(buyer, plan.id)]).toEqual([1, true])
  expect(isBought(await buy(buyer, plan.id))).toBe(true)
})

test('a limit set later counts existing holders, and without a limit nobody is counted', async () => {
  const [admin, plan, buyers] = [await t.admin(), await t.plan(), [await t.member(), await t.member()]]
  const limit = (to: number | null) => admin.call('PATCH', `/admin/plans/${plan.id}`, { capacity_limit: to })
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([null, null])
  for (const buyer of buyers) expect(isBought(await buy(buyer, plan.id))).toBe(true)
  expect((await limit(3)).body.places_left).toBe(1)
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([1, 1])
  await limit(1)
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([0, 0])
  await limit(null)
  expect([await left(plan.id), await left(plan.id, other)]).toEqual([null, null])
})

test('places are counted again after a minute, in case a change was missed', async () => {
  const [plan, buyer] = [await t.plan({ capacityLimit: 1 }), await t.member()]
  expect(await left(plan.id)).toBe(1)
  await t.asOwner('alter table orders disable trigger orders_take_place')
  expect(isBought(await buy(buyer, plan.id))).toBe(true)
  await t.asOwner('alter table orders enable trigger orders_take_place')
  t.travel(61_000)
  expect(await left(plan.id)).toBe(0)
})

test('a visit to the price page reads neither orders nor subscriptions', async () => {
  const plan = await t.plan({ capacityLimit: 7 })
  await left(plan.id)
  const client = new pg.Client(t.ownerUrl)
  client.on('error', () => {})
  await client.connect()
  // If a page waited for the lock, this session would time out and the commit would fail.
  await client.query(`set idle_in_transaction_session_timeout = '5s'; begin; lock table orders, subscriptions in access exclusive mode`)
  expect(await atOnce(() => left(plan.id))).toEqual(Array(RACES).fill(7))
  await client.query('commit')
  await client.end()
})
