import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { coupons } from '../coupons/coupons.table.ts'
import { promotions } from './promotions.table.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
afterEach(() => t.database.db.delete(promotions))

const input = {
  name: 'Autumn',
  content: '',
  percent: 20,
  plan_ids: null,
  periods: null,
  new_members_only: false,
  starts_at: null,
  ends_at: null,
  enabled: true,
}
const create = async (values: object = {}) => {
  const { status, body } = await shop.admin.call('POST', '/admin/promotions', { ...input, ...values })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}
const quote = async (member: Member, planId: number, values: object = {}) =>
  (await member.call('POST', '/muser/order/quote', { plan_id: planId, period: 'month_price', ...values })).body
const pay = (member: Member, id: number) => shop.bought({ id }, member)
const discount = ({ id }: Member, percent: number | null) => t.change(shop.admin, id, { discount_percent: percent })
const iso = (hours: number): string => new Date(t.app.now().getTime() + hours * 3_600_000).toISOString()

test('a promotion is in the quote, in the lists of plans and at /discount from its first moment on, and gone after its last', async () => {
  const [plan, member] = [await t.plan({ month_price: 1999, year_price: null }), await t.member()]
  const made = await create({ percent: 33, starts_at: iso(-1), ends_at: iso(1), content: 'All of it' })
  expect(made).toMatchObject({ state: 'running', percent: 33 })
  expect(await quote(member, plan.id)).toMatchObject({
    promotion_name: 'Autumn',
    total_amount: 1339,
    lines: [
      { kind: 'price', amount: 1999 },
      { kind: 'promotion', amount: -660 },
    ],
  })
  const promoted = [{ period: 'month_price', amount: 1339, name: 'Autumn', percent: 33, first_order: false, ends_at: made.ends_at }]
  const shown = async (call: typeof t.call, path: string) =>
    (await call('GET', path)).body.items.find((one: { id: number }) => one.id === plan.id).promotions
  expect(await shown(t.call, '/api/plan/list')).toEqual(promoted)
  expect(await shown(member.call, '/muser/plan/fetch')).toEqual(promoted)
  const { items } = (await t.call('GET', '/api/discount/list')).body
  expect(items).toMatchObject([{ name: 'Autumn', content: 'All of it', plans: null, periods: null, ends_at: made.ends_at }])
  expect(items[0].seconds_left).toBeGreaterThan(3590)
  expect(items[0].seconds_left).toBeLessThanOrEqual(3600)

  const real = t.app.now
  const end = Date.parse(made.ends_at)
  const totalAt = async (ms: number): Promise<number> => {
    t.app.now = () => new Date(ms)
    return (await quote(member, plan.id)).total_amount
  }
  try {
    const start = Date.parse(made.starts_at)
    expect([await totalAt(start - 1), await totalAt(start), await totalAt(end - 1), await totalAt(end)]).toEqual([1999, 1339, 1339, 1999])
    expect((await t.call('GET', '/api/discount/list')).body).toEqual({ items: [], total: 0 })
    expect(await shown(t.call, '/api/plan/list')).toEqual([])
  } finally {
    t.app.now = real
  }
})

test('of several promotions the largest for this plan and period counts; they do not add up', async () => {
  const [plan, other, member] = [await t.plan(), await t.plan(), await t.member()]
  await create({ name: 'All', percent: 10 })
  await create({ name: 'Year', percent: 30, periods: ['year_price'] })
  await create({ name: 'One', percent: 50, plan_ids: [other.id], periods: ['month_price'] })
  await create({ name: 'Off', percent: 90, enabled: false })
  const seen = async (planId: number, period: string) => {
    const { promotion_name, total_amount } = await quote(member, planId, { period })
    return [promotion_name, total_amount]
  }
  expect(await seen(plan.id, 'month_price')).toEqual(['All', 900])
  expect(await seen(plan.id, 'year_price')).toEqual(['Year', 7000])
  expect(await seen(other.id, 'month_price')).toEqual(['One', 500])
  expect(await seen(other.id, 'year_price')).toEqual(['Year', 7000])
})

test('a promotion for new members ends with their first order; a free plan and a cancelled order leave them new', async () => {
  const [plan, free, member] = [await t.plan(), await t.plan({ month_price: 0 }), await t.member()]
  await create({ new_members_only: true })
  const sees = async () => [
    (await quote(member, plan.id)).total_amount,
    (await member.call('GET', '/muser/discount/fetch')).body.total,
    (await member.call('GET', '/api/discount/list')).body.total,
    (await member.call('GET', '/api/plan/list')).body.items.find((one: { id: number }) => one.id === plan.id).promotions.length,
  ]
  expect(await sees()).toEqual([800, 1, 1, 2])
  const listed = (await t.call('GET', '/api/plan/list')).body.items.find((one: { id: number }) => one.id === plan.id)
  expect(listed.promotions).toMatchObject([{ amount: 800, first_order: true }, { first_order: true }])
  const { trade_no } = (await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })).body
  await member.call('POST', '/muser/order/cancel', { trade_no })
  expect(await sees()).toEqual([800, 1, 1, 2])
  const taker = await t.member()
  await taker.call('POST', '/muser/order/save', { plan_id: free.id, period: 'month_price' })
  await t.runJobs()
  expect((await taker.call('GET', '/muser/discount/fetch')).body.total).toBe(1)
  await pay(member, plan.id)
  expect(await sees()).toEqual([1000, 0, 0, 0])
  expect((await t.call('GET', '/api/discount/list')).body.total).toBe(1)
  // A refund does not make them a new member again either.
  const [order] = (await member.call('GET', '/muser/order/fetch')).body.items
  const back = { refund_no: 'NEWCOMERBACK1', way: 'manual', amount: order.total_amount + order.balance_amount, reason: 'r' }
  expect((await shop.admin.call('POST', `/admin/orders/${order.trade_no}/refunds`, back)).status).toBe(200)
  expect((await quote(member, plan.id)).total_amount).toBe(1000)
})

test('visitors do not see promotions of hidden plans; the plan’s holders do', async () => {
  const [plan, holder] = [await t.plan({ name: 'Secret' }), await t.member()]
  await pay(holder, plan.id)
  await shop.admin.call('PATCH', `/admin/plans/${plan.id}`, { show: false })
  await create({ plan_ids: [plan.id] })
  expect((await t.call('GET', '/api/discount/list')).body).toEqual({ items: [], total: 0 })
  expect((await holder.call('GET', '/muser/discount/fetch')).body.items).toMatchObject([{ plans: [{ id: plan.id, name: 'Secret' }] }])
})

test('the quoted price is paid, although the promotion was changed, disabled or deleted since, each with one row in the audit log', async () => {
  const [plan, one, two] = [await t.plan(), await t.member(), await t.member()]
  const made = await create()
  const [first, second] = [await quote(one, plan.id), await quote(two, plan.id)]
  const worse = await shop.admin.call('PUT', `/admin/promotions/${made.id}`, { ...input, percent: 1 })
  expect(worse.body.percent).toBe(1)
  expect((await one.call('POST', '/muser/order/save', { quote: first.quote })).body).toMatchObject({ total_amount: 800 })
  const enable = (enabled: boolean) => shop.admin.call('PATCH', `/admin/promotions/${made.id}`, { enabled })
  expect((await enable(true)).body.state).toBe('running')
  await atOnce(() => enable(false))
  expect((await shop.admin.call('DELETE', `/admin/promotions/${made.id}`)).body).toEqual({ ok: true })
  const placed = (await two.call('POST', '/muser/order/save', { quote: second.quote })).body
  expect(placed).toMatchObject({ total_amount: 800, lines: [{ amount: 1000 }, { kind: 'promotion', amount: -200 }] })
  expect((await quote(await t.member(), plan.id)).total_amount).toBe(1000)
  const by = { actorKind: 'staff', actorId: shop.admin.id }
  expect(await audited(t, 'promotion', made.id)).toMatchObject([
    { ...by, action: 'promotion.create', before: null, after: { percent: 20, enabled: true } },
    { ...by, action: 'promotion.update', before: { percent: 20 }, after: { percent: 1 } },
    { ...by, action: 'promotion.update', before: { enabled: true }, after: { enabled: false } },
    { ...by, action: 'promotion.delete', before: { percent: 1, enabled: false }, after: null },
  ])
})

test('promotion, coupon and personal discount apply one after the other, and a coupon check shows its part', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  await create({ percent: 50 })
  await discount(member, 10)
  await t.database.db.insert(coupons).values({ code: 'TENTH', name: 'Tenth', kind: 'percent', value: 10 })
  const checked = await member.call('POST', '/muser/coupon/check', { code: 'tenth', plan_id: plan.id, period: 'month_price' })
  expect(checked.body.discount_amount).toBe(50)
  const quoted = await quote(member, plan.id, { coupon_code: 'TENTH' })
  expect(quoted.lines).toEqual([
    { kind: 'price', amount: 1000 },
    { kind: 'promotion', amount: -500 },
    { kind: 'coupon', amount: -50 },
    { kind: 'personal', amount: -45 },
  ])
  expect(quoted.total_amount).toBe(405)
  expect((await member.call('GET', '/muser/discount/fetch')).body).toMatchObject({ total: 1, personal_percent: 10 })
})

test('a personal discount of 100 % makes an order free and opens it at once; many at once are one', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  await discount(member, 100)
  const save = () => member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })
  const answers = await atOnce(save)
  const [placed, ...more] = answers.filter(({ status }) => status === 200)
  expect(more).toEqual([])
  expect(placed!.body).toMatchObject({
    status: 'processing',
    total_amount: 0,
    lines: [{ amount: 1000 }, { kind: 'personal', amount: -1000 }],
  })
  await t.runJobs()
  expect(await shop.status(member, placed!.body.trade_no)).toBe('completed')
  expect((await shop.term(member)).planId).toBe(plan.id)
  await discount(member, null)
  expect((await quote(member, plan.id)).total_amount).toBe(1000)
})

test('each invalid field of a promotion is named', async () => {
  const wrong = async (values: object): Promise<string[]> =>
    Object.keys((await shop.admin.call('POST', '/admin/promotions', { ...input, ...values })).body.errors ?? {})
  expect(await wrong({ percent: 0 })).toEqual(['percent'])
  expect(await wrong({ percent: 101 })).toEqual(['percent'])
  expect(await wrong({ name: '' })).toEqual(['name'])
  expect(await wrong({ plan_ids: [999_999] })).toEqual(['plan_ids'])
  expect(await wrong({ starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-02T00:00:00Z' })).toEqual(['ends_at'])
})
