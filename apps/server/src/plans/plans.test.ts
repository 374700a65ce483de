import { eachLimit } from '@portico/contract/plan-limits'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

const input = {
  name: 'Plus',
  content: 'All nodes',
  tags: ['popular'],
  transfer_enable: 100 * 2 ** 30,
  ...eachLimit(() => null),
  device_limit: 5,
  capacity_limit: null,
  show: true,
  sell: true,
  renew: true,
  month_price: 1990,
  quarter_price: null,
  half_year_price: null,
  year_price: 0,
  two_year_price: null,
  three_year_price: null,
  onetime_price: null,
  reset_price: null,
}

test('an operator makes a group and a plan, and visitors see it with its prices', async () => {
  const admin = await t.admin()
  const group = (await admin.call('POST', '/admin/groups', { name: 'Standard' })).body
  const made = await admin.call('POST', '/admin/plans', { ...input, group_id: group.id })
  expect(made.body).toMatchObject({
    name: 'Plus',
    group_name: 'Standard',
    month_price: 1990,
    year_price: 0,
    quarter_price: null,
    holders: 0,
  })
  const { items } = (await t.call('GET', '/api/plan/list')).body
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ name: 'Plus', month_price: 1990, year_price: 0, quarter_price: null, places_left: null })
  expect(items[0]).not.toHaveProperty('group_id')
})

test('a plan that is hidden or off sale is neither listed nor sold, except to its holders', async () => {
  const [admin, plan, member, stranger] = await Promise.all([t.admin(), t.plan(), t.member(), t.member()])
  await admin.call('PATCH', `/admin/users/${member.id}`, {
    version: 1,
    change: { plan_id: plan.id, expired_at: '2040-01-01T00:00:00.000Z' },
  })
  await admin.call('PATCH', `/admin/plans/${plan.id}`, { sell: false })
  const ids = async (call: typeof member.call): Promise<number[]> =>
    (await call('GET', '/muser/plan/fetch')).body.items.map((item: { id: number }) => item.id)
  expect(await ids(stranger.call)).not.toContain(plan.id)
  expect(await ids(member.call)).toContain(plan.id)
  const order = { plan_id: plan.id, period: 'month_price' }
  expect((await stranger.call('POST', '/muser/order/save', order)).body.code).toBe('plan.not_found')
  expect((await member.call('POST', '/muser/order/save', order)).body).toMatchObject({ type: 'renew', status: 'pending' })
})

test('a plan without a price can be saved for sale, but is shown to nobody until it has one', async () => {
  const [admin, plan, member] = await Promise.all([
    t.admin(),
    t.plan({ month_price: null, year_price: null, onetime_price: null, reset_price: 300 }),
    t.member(),
  ])
  const shown = async (): Promise<boolean[]> => {
    const lists = await Promise.all([t.call('GET', '/api/plan/list'), member.call('GET', '/muser/plan/fetch')])
    return lists.map(({ body }) => body.items.some((item: { id: number }) => item.id === plan.id))
  }
  expect(await shown(), 'the price of a traffic reset sells no plan').toEqual([false, false])
  await admin.call('PATCH', `/admin/plans/${plan.id}`, { year_price: 0 })
  expect(await shown(), 'a free plan has a price').toEqual([true, true])
})

test('a period without a price is not sold; a free one is opened at once, but only once', async () => {
  const [plan, member] = await Promise.all([t.plan({ month_price: null, year_price: 0 }), t.member()])
  const save = (period: string) => member.call('POST', '/muser/order/save', { plan_id: plan.id, period })
  expect((await save('month_price')).body.code).toBe('plan.not_sold')
  expect((await save('no_price')).status).toBe(422)
  expect((await save('year_price')).body.status).toBe('processing')
  await t.runJobs()
  expect((await member.call('GET', '/muser/getSubscribe')).body).toMatchObject({ state: 'active', plan_id: plan.id })
  expect((await save('year_price')).body.code).toBe('plan.free_taken')
})

test('zero places mean sold out, and a pending order holds its place until it ends', async () => {
  const [full, single, first, second] = await Promise.all([
    t.plan({ capacityLimit: 0 }),
    t.plan({ capacityLimit: 1 }),
    t.member(),
    t.member(),
  ])
  expect((await first.call('POST', '/muser/order/save', { plan_id: full.id, period: 'month_price' })).body.code).toBe('plan.sold_out')
  const order = { plan_id: single.id, period: 'month_price' }
  const { trade_no } = (await first.call('POST', '/muser/order/save', order)).body
  const listed = (await second.call('GET', '/muser/plan/fetch')).body.items.find((p: { id: number }) => p.id === single.id)
  expect([listed.places_left, listed.can_buy]).toEqual([0, false])
  expect((await second.call('POST', '/muser/order/save', order)).body.code).toBe('plan.sold_out')
  await first.call('POST', '/muser/order/cancel', { trade_no })
  expect((await second.call('POST', '/muser/order/save', order)).status).toBe(200)
})

test('absent fields stay, invalid ones are named, and an unknown group is refused', async () => {
  const [admin, plan] = await Promise.all([t.admin(), t.plan()])
  const change = (fields: object) => admin.call('PATCH', `/admin/plans/${plan.id}`, { ...fields })
  expect((await change({ name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', month_price: 1000, year_price: 10_000 })
  expect((await change({ month_price: null })).body).toMatchObject({ month_price: null, name: 'Renamed' })
  expect(Object.keys((await change({ month_price: 19.9, transfer_enable: 0 })).body.errors)).toEqual(['transfer_enable', 'month_price'])
  expect((await change({ group_id: 999_999 })).body.errors).toHaveProperty('group_id')
  expect((await admin.call('PATCH', '/admin/plans/999999', { name: 'x' })).status).toBe(404)
})

test('a plan or group in use cannot be deleted, an unused one can, and plans keep the operator’s order', async () => {
  const [admin, used, unused, member] = await Promise.all([t.admin(), t.plan(), t.plan(), t.member()])
  await member.call('POST', '/muser/order/save', { plan_id: used.id, period: 'month_price' })
  expect((await admin.call('DELETE', `/admin/plans/${used.id}`)).body.code).toBe('plan.in_use')
  expect((await admin.call('DELETE', `/admin/groups/${used.groupId}`)).body.code).toBe('group.in_use')
  await admin.call('POST', '/admin/plans/sort', { ids: [unused.id, used.id] })
  const sorted = (await admin.call('GET', '/admin/plans')).body.items.map((p: { id: number }) => p.id)
  expect(sorted.indexOf(unused.id)).toBeLessThan(sorted.indexOf(used.id))
  expect((await admin.call('DELETE', `/admin/plans/${unused.id}`)).body).toEqual({ ok: true })
  expect((await admin.call('DELETE', `/admin/groups/${unused.groupId}`)).body).toEqual({ ok: true })
})

test('two groups cannot have one name', async () => {
  const admin = await t.admin()
  const answers = await atOnce(() => admin.call('POST', '/admin/groups', { name: 'Only one' }))
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  expect(answers.filter((a) => a.body.errors?.name?.length === 1)).toHaveLength(RACES - 1)
})

test('a holder may change to a plan on sale, switch their own to the other kind of term, and buy a traffic reset', async () => {
  const [admin, member, held, other] = await Promise.all([t.admin(), t.member(), t.plan({ reset_price: 500, capacityLimit: 1 }), t.plan()])
  const full = await t.plan({ capacityLimit: 0 })
  const plansOf = async () => {
    const { items } = (await member.call('GET', '/muser/plan/fetch')).body
    const flags = (id: number) => {
      const { held, can_buy, can_renew, can_change, can_reset } = items.find((item: { id: number }) => item.id === id)
      return { held, can_buy, can_renew, can_change, can_reset }
    }
    return [flags(held.id), flags(other.id), flags(full.id)]
  }
  const none = { held: false, can_buy: false, can_renew: false, can_change: false, can_reset: false }
  expect(await plansOf()).toEqual([{ ...none, can_buy: true }, { ...none, can_buy: true }, none])
  const change = { plan_id: held.id, expired_at: '2040-01-01T00:00:00.000Z' }
  await admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change })
  const holds = { ...none, held: true, can_renew: true, can_reset: true }
  expect(await plansOf()).toEqual([{ ...holds, can_change: true }, { ...none, can_change: true }, none])
  await admin.call('PATCH', '/admin/settings', { 'change.enabled': false })
  expect(await plansOf()).toEqual([holds, none, none])
  await admin.call('PATCH', '/admin/settings', { 'change.enabled': true })
})

test('every change of a plan is in the audit log with before and after; a refused one is not', async () => {
  const [admin, group] = [await t.admin(), await t.group()]
  const { id } = (await admin.call('POST', '/admin/plans', { ...input, group_id: group.id })).body
  await admin.call('PATCH', `/admin/plans/${id}`, { month_price: 2990, name: 'Plus' })
  await admin.call('PATCH', `/admin/plans/${id}`, { month_price: 2990 })
  await admin.call('PATCH', `/admin/plans/${id}`, { group_id: 999_999 })
  await admin.call('DELETE', `/admin/plans/${id}`)
  const by = { actorKind: 'staff', actorId: admin.id, ip: '127.0.0.1', reason: null }
  expect(await audited(t, 'plan', id)).toMatchObject([
    { ...by, action: 'plan.create', before: null, after: { name: 'Plus', month_price: 1990, groupId: group.id } },
    { ...by, action: 'plan.update', before: { month_price: 1990 }, after: { month_price: 2990 } },
    { ...by, action: 'plan.delete', before: { name: 'Plus', month_price: 2990 }, after: null },
  ])
  expect(Object.keys((await audited(t, 'plan', id))[1]!.after as object)).toEqual(['month_price'])
})

test('every change of a group is in the audit log; a taken name or a group in use leaves nothing', async () => {
  const [admin, taken] = [await t.admin(), await t.plan()]
  const { id } = (await admin.call('POST', '/admin/groups', { name: 'Bronze' })).body
  await admin.call('PATCH', `/admin/groups/${id}`, { name: 'Silver' })
  const other = (await admin.call('POST', '/admin/groups', { name: 'Gold' })).body
  expect((await admin.call('PATCH', `/admin/groups/${id}`, { name: 'Gold' })).status).toBe(422)
  expect((await admin.call('DELETE', `/admin/groups/${taken.groupId}`)).status).toBe(409)
  expect((await admin.call('PATCH', '/admin/groups/999999', { name: 'Nobody' })).status).toBe(404)
  await admin.call('DELETE', `/admin/groups/${id}`)
  const by = { actorKind: 'staff', actorId: admin.id }
  expect(await audited(t, 'group', id)).toMatchObject([
    { ...by, action: 'group.create', before: null, after: { name: 'Bronze' } },
    { ...by, action: 'group.rename', before: { name: 'Bronze' }, after: { name: 'Silver' } },
    { ...by, action: 'group.delete', before: { name: 'Silver' }, after: null },
  ])
  expect(await audited(t, 'group', other.id)).toHaveLength(1)
  expect(await audited(t, 'group', taken.groupId)).toEqual([])
  expect(await audited(t, 'group', 999_999)).toEqual([])
})

test('many operators who sort plans at once follow one another: each starts from the previous order', async () => {
  const own = await startApp()
  const [admin, a, b, c] = [await own.admin(), await own.plan(), await own.plan(), await own.plan()]
  const orders = [
    [a.id, b.id, c.id],
    [c.id, b.id, a.id],
    [b.id, a.id, c.id],
  ]
  const answers = await atOnce((i) => admin.call('POST', '/admin/plans/sort', { ids: orders[i % 3] }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(RACES)
  const rows = await audited(own, 'plan')
  expect(new Set(rows.map(({ action, actorId }) => `${action} ${actorId}`))).toEqual(new Set([`plan.sort ${admin.id}`]))
  const sorted = (await admin.call('GET', '/admin/plans')).body.items.map((plan: { id: number }) => plan.id)
  const sides = [{ order: [a.id, b.id, c.id] }, ...rows.map(({ after }) => after)]
  expect(rows.map(({ before }) => before)).toEqual(sides.slice(0, -1))
  expect(sides.at(-1)).toEqual({ order: sorted })
  await admin.call('POST', '/admin/plans/sort', { ids: sorted })
  expect(await audited(own, 'plan')).toHaveLength(rows.length)
  await own.stop()
})
