import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { expireOrders } from './cancel-order.ts'
import { fulfillOrder } from './fulfill-order.ts'
import { createOpener } from './fulfill-waiting.ts'
import { orders } from './orders.table.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { renewDue } from '../renewals/renew-due.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const save = { period: 'month_price' }
const open = (id: number) => fulfillOrder(t.database, id, { now: t.app.now(), settings: t.app.settings() })

test('a member places an order and sees it', async () => {
  const [plan, member] = await Promise.all([t.plan(), t.member()])
  const placed = await member.call('POST', '/muser/order/save', { plan_id: plan.id, ...save })
  expect(placed.status).toBe(200)
  expect(placed.body).toMatchObject({ status: 'pending', type: 'new', total_amount: 1000, plan_name: 'Basic', currency: 'CNY' })
  const mine = await member.call('GET', '/muser/order/fetch')
  expect(mine.body).toMatchObject({ total: 1, items: [{ trade_no: placed.body.trade_no }] })
})

test('many orders at once leave one', async () => {
  const [plan, member] = await Promise.all([t.plan(), t.member()])
  const answers = await atOnce(() => member.call('POST', '/muser/order/save', { plan_id: plan.id, ...save }))
  expectOne(answers, 'order.open_exists')
  expect((await member.call('GET', '/muser/order/fetch')).body.total).toBe(1)
})

test('one of twenty buyers gets the last place, and it is free again when they cancel', async () => {
  const plan = await t.plan({ capacityLimit: 1 })
  // Without its lock, eight sell the place once in two runs of ten.
  const buyers = await atOnce(() => t.member(), 20)
  const answers = await Promise.all(buyers.map((buyer) => buyer.call('POST', '/muser/order/save', { plan_id: plan.id, ...save })))
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(answers.filter(({ body }) => body.code === 'plan.sold_out')).toHaveLength(19)
  await buyers[winner]!.call('POST', '/muser/order/cancel', { trade_no: answers[winner]!.body.trade_no })
  const next = await buyers[(winner + 1) % 20]!.call('POST', '/muser/order/save', { plan_id: plan.id, ...save })
  expect(next.status).toBe(200)
})

test('zero places means sold out, null means no limit', async () => {
  const [none, unlimited, member] = [await t.plan({ capacityLimit: 0 }), await t.plan({ capacityLimit: null }), await t.member()]
  expect((await member.call('POST', '/muser/order/save', { plan_id: none.id, ...save })).body.code).toBe('plan.sold_out')
  expect((await member.call('POST', '/muser/order/save', { plan_id: unlimited.id, ...save })).status).toBe(200)
})

test('a period without a price is not sold; a price of 0 is paid at once, and only once', async () => {
  const [plan, member] = [await t.plan({ month_price: 0, year_price: null }), await t.member()]
  expect((await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'year_price' })).body.code).toBe('plan.not_sold')
  const answers = await atOnce(() => member.call('POST', '/muser/order/save', { plan_id: plan.id, ...save }))
  expect(answers.filter(({ status }) => status === 200)).toMatchObject([{ body: { status: 'processing', total_amount: 0 } }])
  await t.runJobs()
  const [order] = (await member.call('GET', '/muser/order/fetch')).body.items
  expect(order).toMatchObject({ status: 'completed', fee_amount: 0, payment_name: null })
  expect((await shop.term(member)).planId).toBe(plan.id)
  expect((await member.call('POST', '/muser/order/save', { plan_id: plan.id, ...save })).body.code).toBe('plan.free_taken')
})

test('an order delivers what was sold, even if the plan has changed since', async () => {
  const plan = await t.plan({ speedLimit: 100 })
  const { member, tradeNo } = await shop.order(plan)
  await shop.admin.call('PATCH', `/admin/plans/${plan.id}`, { transfer_enable: 1, speed_limit: 1, month_price: 999_999 })
  await shop.takeCash(tradeNo)
  await t.runJobs()
  expect(await t.subscription(member.id)).toMatchObject({ planId: plan.id, transferEnable: 10 * 2 ** 30, speedLimit: 100 })
  expect((await shop.admin.call('DELETE', `/admin/plans/${plan.id}`)).body.code).toBe('plan.in_use')
})

test('an order opened many times at once is delivered once', async () => {
  const { member, tradeNo } = await shop.order()
  await shop.takeCash(tradeNo)
  const [row] = await t.database.db.select().from(orders).where(eq(orders.tradeNo, tradeNo))
  const opened = await atOnce(() => open(row!.id))
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set(['completed']))
  const term = await shop.term(member)
  expect(term.expiresAt!.getTime() - t.app.now().getTime()).toBeLessThan(32 * 24 * HOUR)
  await t.runJobs()
  await open(row!.id)
  expect(await shop.term(member)).toEqual(term)
})

test('an order that cannot be opened goes to review with its money safe, is not retried automatically, and can be retried', async () => {
  const balance = await shop.method({ driver: 'balance' })
  const { member, tradeNo, planId } = await shop.order()
  await shop.give(member, 1000)
  await shop.checkout(member, tradeNo, balance)
  const other = await t.plan()
  const hold = (values: object) => t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, member.id))
  await hold({ planId: other.id, groupId: other.groupId, expiresAt: new Date(t.app.now().getTime() + HOUR) })
  const revenue = await shop.ledger('revenue')
  await t.runJobs()
  const { order } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'review', review_reason: 'other_plan_active' })
  expect((await shop.term(member)).planId).toBe(other.id)
  expect(await shop.ledger('revenue')).toBe(revenue)
  await hold({ planId: null, groupId: null, expiresAt: null })
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('review')

  const retried = await atOnce(() => shop.admin.call('POST', `/admin/orders/${tradeNo}/opening`))
  expect(retried.filter(({ status }) => status === 200)).toHaveLength(1)
  const rows = await audited(t, 'order', tradeNo)
  expect(rows).toMatchObject([{ action: 'order.retry', actorKind: 'staff', actorId: shop.admin.id }])
  expect([rows[0]!.before, rows[0]!.after]).toEqual([{ status: 'review' }, { status: 'processing' }])
  await t.runJobs()
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'completed', review_reason: null })
  expect((await shop.term(member)).planId).toBe(planId)
})

test('an unpaid order expires on time, a paid one does not', async () => {
  const [unpaid, paid] = [await shop.order(), await shop.order()]
  await shop.takeCash(paid.tradeNo)
  t.travel(HOUR / 2 - 60_000)
  expect(await expireOrders(t.database, t.app.now())).toBe(0)
  t.travel(60_000)
  expect(await expireOrders(t.database, t.app.now())).toBeGreaterThanOrEqual(1)
  expect(await shop.status(unpaid.member, unpaid.tradeNo)).toBe('expired')
  expect(await shop.status(paid.member, paid.tradeNo)).toBe('processing')
  expect((await unpaid.member.call('POST', '/muser/order/cancel', { trade_no: unpaid.tradeNo })).body.code).toBe('order.wrong_status')
})

test('of many cancellations at once one succeeds, and it is one row of the audit log, by the member or the operator', async () => {
  const [own, other, expired] = [await shop.order(), await shop.order(), await shop.order()]
  for (const cancel of [
    () => own.member.call('POST', '/muser/order/cancel', { trade_no: own.tradeNo }),
    () => shop.admin.call('POST', `/admin/orders/${other.tradeNo}/cancellation`),
  ])
    expectOne(await atOnce(cancel), 409)
  const row = { action: 'order.cancel', before: { status: 'pending' }, after: { status: 'cancelled' } }
  expect(await audited(t, 'order', own.tradeNo)).toMatchObject([{ ...row, actorKind: 'member', actorId: own.member.id }])
  expect(await audited(t, 'order', other.tradeNo)).toMatchObject([{ ...row, actorKind: 'staff', actorId: shop.admin.id }])
  t.travel(HOUR)
  await expireOrders(t.database, t.app.now())
  expect(await shop.status(expired.member, expired.tradeNo)).toBe('expired')
  expect(await audited(t, 'order', expired.tradeNo), 'the status says enough').toEqual([])
})

test("staff with the permission cancel another's order, also through the member's endpoint", async () => {
  const [{ tradeNo }, network, support] = [await shop.order(), await t.staff('network'), await t.staff('support')]
  const cancel = (who: Member) => who.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  expect((await cancel(network)).body.code).toBe('order.not_found')
  expect(await audited(t, 'order', tradeNo)).toEqual([])
  const own = await shop.order(undefined, network)
  expect((await network.call('POST', '/muser/order/cancel', { trade_no: own.tradeNo })).status).toBe(200)
  expect((await cancel(support)).status).toBe(200)
  expect(await audited(t, 'order', tradeNo)).toMatchObject([{ action: 'order.cancel', actorKind: 'staff', actorId: support.id }])
})

test('of many orders that an operator assigns at once one is made and is in the audit log', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  const given = { email: member.email, plan_id: plan.id, period: 'month_price', total_amount: 700 }
  const answers = await atOnce(() => shop.admin.call('POST', '/admin/orders', given))
  const [made, ...more] = answers.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect(await audited(t, 'order', made!.body.trade_no)).toMatchObject([
    { action: 'order.assign', actorKind: 'staff', actorId: shop.admin.id, before: null, after: { accountId: member.id, totalAmount: 700 } },
  ])
  const logged = `select 1 from audit_log where action = 'order.assign' and after->>'accountId' = $1`
  expect((await t.database.pool.query(logged, [member.id])).rowCount).toBe(1)
})

test('an order that staff gave is assigned, in the list and alone; one that was paid or free is not', async () => {
  const [plan, gifted, buyer] = [await t.plan(), await t.member(), await t.member()]
  const given = { email: gifted.email, plan_id: plan.id, period: 'month_price', total_amount: 0 }
  const gift = (await shop.admin.call('POST', '/admin/orders', given)).body
  expect(gift.is_assigned).toBe(true)
  const { tradeNo } = await shop.bought(undefined, buyer)
  const { items } = (await shop.admin.call('GET', '/admin/orders', { page_size: 100 })).body
  const seen = (number: string) => items.find((one: { trade_no: string }) => one.trade_no === number)
  expect([seen(gift.trade_no).is_assigned, seen(tradeNo).is_assigned]).toEqual([true, false])
  expect((await shop.details(gift.trade_no)).order.is_assigned).toBe(true)
})

test('the list says what all orders of its filter come to, and what was paid of it', async () => {
  const [plan, buyer] = [await t.plan(), await t.member()]
  const sums = async (filter: object = {}) =>
    (await shop.admin.call('GET', '/admin/orders', { account_id: buyer.id, page_size: 1, ...filter })).body.sums
  const left = await shop.order(plan, buyer)
  await buyer.call('POST', '/muser/order/cancel', { trade_no: left.tradeNo })
  const { tradeNo } = await shop.order(plan, buyer)
  expect(await sums()).toEqual([{ currency: 'CNY', total: 2000, paid: 0 }])
  await shop.takeCash(tradeNo)
  expect(await sums()).toEqual([{ currency: 'CNY', total: 2000, paid: 1000 }])
  const found = await sums({ q: buyer.email, status: 'cancelled' })
  expect(found, 'of the filter').toEqual([{ currency: 'CNY', total: 1000, paid: 0 }])
  expect(await sums({ type: 'topup' })).toEqual([])
})

test('what is paid from the balance counts in the sums, in the order of totals and in the search', async () => {
  const [plan, dear, buyer, other] = [await t.plan(), await t.plan({ month_price: 1200 }), await t.member(), await t.member()]
  await shop.give(buyer, 300)
  const body = { plan_id: dear.id, ...save, use_balance: true }
  const order = (await buyer.call('POST', '/muser/order/save', body)).body
  expect(order).toMatchObject({ total_amount: 900, balance_amount: 300 })
  await shop.order(plan, other)
  const { items } = (await shop.admin.call('GET', '/admin/orders', { sort: '-total_amount', status: 'pending', page_size: 100 })).body
  const place = ({ id }: Member) => items.findIndex((one: { account_id: number }) => one.account_id === id)
  expect(place(buyer)).toBeLessThan(place(other))
  await shop.takeCash(order.trade_no)
  const { sums } = (await shop.admin.call('GET', '/admin/orders', { account_id: buyer.id })).body
  expect(sums).toEqual([{ currency: 'CNY', total: 1200, paid: 1200 }])
  const [found] = (await shop.admin.call('GET', '/admin/search', { q: order.trade_no })).body.orders
  expect(found.cost_amount).toBe(1200)
})

test('a paid order that fails to open delays no other, and is retried half a minute later', async () => {
  const [{ tradeNo: broken }, { tradeNo: whole }] = [await shop.order(), await shop.order()]
  for (const tradeNo of [broken, whole]) await shop.takeCash(tradeNo)
  const { snapshot } = (await t.database.db.select().from(orders).where(eq(orders.tradeNo, broken)))[0]!
  const give = (value: typeof snapshot) => t.database.db.update(orders).set({ snapshot: value }).where(eq(orders.tradeNo, broken))
  const status = async (tradeNo: string) => (await shop.details(tradeNo)).order.status
  await give(null)
  const open = createOpener(t.app)
  await open()
  expect([await status(broken), await status(whole)]).toEqual(['processing', 'completed'])
  await give(snapshot)
  await open()
  expect(await status(broken), 'it is left in peace for a while').toBe('processing')
  t.travel(30_000)
  await open()
  expect(await status(broken)).toBe('completed')
})

test('a term at the last possible date cannot be extended: the paid order goes to review', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  const expiresAt = new Date('9999-12-31T00:00:00Z')
  await t.subscribe(member.id, plan.groupId, { planId: plan.id, expiresAt })
  const { tradeNo } = await shop.bought(plan, member)
  const { order } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'review', review_reason: 'term_too_far' })
  expect((await shop.term(member)).expiresAt).toEqual(expiresAt)
})

const stored = await shop.order()
const write = (change: string) => t.database.pool.query(`update orders set ${change} where trade_no = $1`, [stored.tradeNo])

test.each([
  ['orders_amounts', 'price_amount = -1, total_amount = -1'],
  ['orders_amounts', 'fee_amount = -1'],
  ['orders_lines', 'price_amount = price_amount + 1'],
  ['orders_lines', 'coupon_amount = 1'],
  ['orders_parts', 'total_amount = total_amount - 1, promotion_amount = 2, coupon_amount = -1'],
  ['orders_parts', 'credit_amount = 1, surplus_amount = 1, bonus_amount = -1'],
  ['orders_refunded', 'refunded_amount = total_amount + balance_amount + fee_amount + 1'],
  ['orders_paid_has_time', `status = 'processing'`],
  ['orders_paid_has_time', 'paid_at = now()'],
])('the database refuses an order that breaks %s: %s', async (constraint, change) => {
  await expect(write(change)).rejects.toMatchObject({ code: '23514', constraint })
})

test('an order that adds up is stored', async () => {
  await expect(write('total_amount = total_amount - 1, coupon_amount = 1')).resolves.toMatchObject({ rowCount: 1 })
})

test('a member gets one message about a paid order, when it is delivered, in their language, however many processes open it', async () => {
  const plan = await t.plan({ name: 'Basic', translations: { 'zh-CN': { name: '基础版' } } })
  const { member, tradeNo } = await shop.order(plan)
  expect(await messagesOf(member, 'order_paid')).toEqual([])
  await shop.takeCash(tradeNo)
  expect(await messagesOf(member, 'order_paid')).toEqual([])
  await atOnce(() => createOpener(t.app)())
  const [told, ...more] = await messagesOf(member, 'order_paid')
  expect([told, more]).toMatchObject([
    { data: { trade_no: tradeNo, order_type: 'new', plan: 'Basic', automatic: false }, ended: false },
    [],
  ])
  const inChinese = await member.call('POST', '/api/msg/fetch', {}, { 'accept-language': 'zh-CN' })
  expect(inChinese.body.items[0].content.data.plan).toBe('基础版')
})

test('a paid order that needs an operator tells nothing before it is delivered', async () => {
  const { member, tradeNo } = await shop.order()
  await t.database.db.update(orders).set({ type: 'reset' }).where(eq(orders.tradeNo, tradeNo))
  await shop.takeCash(tradeNo)
  await createOpener(t.app)()
  expect(await shop.status(member, tradeNo)).toBe('review')
  expect(await messagesOf(member, 'order_paid')).toEqual([])
})

test('an automatic renewal says that it was one', async () => {
  const plan = await t.plan()
  const { member } = await shop.bought(plan)
  await shop.give(member, 1500)
  const ends = new Date(t.app.now().getTime() + 6 * 3_600_000)
  const term = { autoRenew: true, expiresAt: ends, nextResetAt: ends }
  await t.database.db.update(subscriptions).set(term).where(eq(subscriptions.accountId, member.id))
  await atOnce(() => renewDue(t.database, { now: t.app.now, settings: t.app.settings() }, () => {}))
  const told = (await messagesOf(member, 'order_paid')).map(({ data }) => [data['order_type'], data['automatic']])
  expect(told).toEqual([
    ['renew', true],
    ['new', false],
  ])
})
