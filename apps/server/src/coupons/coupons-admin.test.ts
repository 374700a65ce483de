import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())
const admin = await t.admin()

const input = {
  code: null,
  name: 'Summer',
  kind: 'percent',
  value: 20,
  limit_use: null,
  limit_per_member: 1,
  new_members_only: false,
  plan_ids: null,
  periods: null,
  starts_at: null,
  ends_at: null,
}
const create = (values: object = {}) => admin.call('POST', '/admin/coupons', { ...input, ...values })
const list = async (query: Record<string, unknown>) => (await admin.call('GET', '/admin/coupons', query)).body
const order = (member: Member, planId: number, code: string) =>
  member.call('POST', '/muser/order/save', { plan_id: planId, period: 'month_price', coupon_code: code })

test('an operator makes, changes and disables a coupon, and the site and the audit log follow; a refused change leaves no row', async () => {
  const [plan, member] = [await t.plan(), await t.member()]
  const made = await create({ code: 'summer-20', plan_ids: [plan.id], periods: ['month_price'] })
  expect(made.body).toMatchObject({ code: 'SUMMER-20', state: 'running', used: 0, deletable: true, currency: 'CNY', plan_ids: [plan.id] })
  const check = () => member.call('POST', '/muser/coupon/check', { code: 'Summer-20', plan_id: plan.id, period: 'month_price' })
  expect((await check()).body.discount_amount).toBe(200)
  const change = { ...input, code: 'SUMMER-20', value: 250, kind: 'amount' }
  const path = `/admin/coupons/${made.body.id}`
  expect((await admin.call('PUT', path, change)).body).toMatchObject({ value: 250, plan_ids: null })
  expect((await check()).body.discount_amount).toBe(250)
  await create({ code: 'HELD' })
  expect((await admin.call('PUT', path, { ...change, code: 'HELD' })).body.code).toBe('coupon.code_taken')
  const [off] = await atOnce(() => admin.call('PATCH', path, { enabled: false }))
  expect(off!.body).toMatchObject({ enabled: false, state: 'disabled' })
  expect((await check()).body.code).toBe('coupon.unusable')
  expect((await admin.call('DELETE', path)).body).toEqual({ ok: true })
  expect((await admin.call('GET', `${path}/uses`)).status).toBe(404)
  const by = { actorKind: 'staff', actorId: admin.id, ip: '127.0.0.1' }
  const rows = await audited(t, 'coupon', made.body.id)
  expect(rows).toMatchObject([
    { ...by, action: 'coupon.create', before: null, after: { code: 'SUMMER-20', value: 20 } },
    { ...by, action: 'coupon.update', before: { value: 20 }, after: { value: 250 } },
    { ...by, action: 'coupon.update' },
    { ...by, action: 'coupon.delete', before: { code: 'SUMMER-20', value: 250, enabled: false }, after: null },
  ])
  expect([rows[2]!.before, rows[2]!.after]).toEqual([{ enabled: true }, { enabled: false }])
})

test('each invalid field is refused with its own error', async () => {
  const wrong = async (values: object): Promise<string[]> => Object.keys((await create(values)).body.errors ?? {})
  expect(await wrong({ name: ' ' })).toEqual(['name'])
  expect(await wrong({ code: 'a b' })).toEqual(['code'])
  expect(await wrong({ value: 101 })).toEqual(['value'])
  expect(await wrong({ kind: 'amount', value: 0 })).toEqual(['value'])
  expect(await wrong({ limit_use: 0 })).toEqual(['limit_use'])
  expect(await wrong({ plan_ids: [] })).toEqual(['plan_ids'])
  expect(await wrong({ plan_ids: [999_999] })).toEqual(['plan_ids'])
  expect(await wrong({ periods: ['week_price'] })).toEqual(['periods.0'])
  expect(await wrong({ starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' })).toEqual(['ends_at'])
  expect(await wrong({ kind: 'amount', value: 101 })).toEqual([])
})

test('one code makes one coupon, however many operators make it at once', async () => {
  const answers = await atOnce(() => create({ code: 'only-one' }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 422 && body.errors.code)).toHaveLength(RACES - 1)
})

test('a coupon used by an order cannot be deleted, nor limited below its uses', async () => {
  const [plan, made] = [await t.plan(), (await create({ code: 'USED' })).body]
  const members = await Promise.all([t.member(), t.member()])
  const [first] = await Promise.all(members.map((member) => order(member, plan.id, 'USED')))
  expect((await admin.call('DELETE', `/admin/coupons/${made.id}`)).body.code).toBe('coupon.in_use')
  const limited = await admin.call('PUT', `/admin/coupons/${made.id}`, { ...input, code: 'USED', limit_use: 1 })
  expect([limited.status, limited.body.errors.limit_use]).toEqual([422, ['This coupon has already been used more times than that.']])
  await members[0].call('POST', '/muser/order/cancel', { trade_no: first!.body.trade_no })
  const full = await admin.call('PUT', `/admin/coupons/${made.id}`, { ...input, code: 'USED', limit_use: 1 })
  expect(full.body).toMatchObject({ used: 1, state: 'used_up', deletable: false })

  const uses = (await admin.call('GET', `/admin/coupons/${made.id}/uses`)).body
  expect(uses.total).toBe(2)
  const cancelled = uses.items.find((use: { email: string }) => use.email === members[0].email)
  expect(cancelled).toMatchObject({ trade_no: first!.body.trade_no, order_status: 'cancelled', discount_amount: 200 })
  expect(cancelled.returned_at).not.toBeNull()
  expect(uses.items.find((use: { email: string }) => use.email === members[1].email).returned_at).toBeNull()
})

test('an order keeps its coupon’s discount, whatever happens to the coupon', async () => {
  const [plan, member, made] = [await t.plan(), await t.member(), (await create({ code: 'KEPT' })).body]
  const { trade_no } = (await order(member, plan.id, 'KEPT')).body
  await admin.call('PUT', `/admin/coupons/${made.id}`, { ...input, code: 'KEPT-2', kind: 'amount', value: 1 })
  const { body } = await member.call('GET', '/muser/order/details', { trade_no })
  expect(body).toMatchObject({ total_amount: 800, lines: [{ amount: 1000 }, { kind: 'coupon', amount: -200 }] })
})

test('a batch of ten thousand is made at once, with different codes that cannot be guessed', async () => {
  const plan = await t.plan()
  const terms = {
    ...input,
    name: 'Fair',
    plan_ids: [plan.id],
    periods: ['year_price', 'month_price'],
    limit_use: 3,
    limit_per_member: 2,
    new_members_only: true,
    starts_at: '2020-01-01T00:00:00Z',
    ends_at: '2090-01-01T00:00:00Z',
  }
  const { code: _, ...body } = terms
  const made = await admin.call('POST', '/admin/coupons/batches', { ...body, count: 10_000, prefix: 'fair-' })
  expect(made.body.count).toBe(10_000)
  const { csv, rows } = (await admin.call('GET', '/admin/coupons/export', { batch_id: made.body.batch_id })).body
  expect(rows).toBe(10_000)
  const lines = (csv as string).trim().split('\r\n')
  expect(lines.slice(0, 2).map((line) => line.split(',')[8])).toEqual(['new_members_only', 'yes'])
  const codes = lines.slice(1).map((line) => line.split(',')[0]!)
  expect(new Set(codes).size).toBe(10_000)
  // 13 characters of 5 bits: 65 bits.
  expect(codes.every((code) => /^FAIR-[0-9A-HJKMNP-TV-Z]{13}$/.test(code))).toBe(true)
  const seen = new Set(codes.map((code) => code.slice(5)).join(''))
  expect(seen.size).toBe(32)
  expect(await list({ batch_id: made.body.batch_id, page_size: 1 })).toMatchObject({
    total: 10_000,
    items: [{ ...terms, code: expect.any(String), starts_at: '2020-01-01T00:00:00.000Z', ends_at: '2090-01-01T00:00:00.000Z' }],
  })
  const member = await t.member()
  expect((await order(member, plan.id, codes[0]!)).body.total_amount).toBe(800)

  const many = (count: number, enabled = false) =>
    admin.call('POST', '/admin/coupons/enabled', { filter: { batch_id: made.body.batch_id }, enabled, count })
  expect((await many(9_999)).body.code).toBe('coupon.count_changed')
  expect((await list({ batch_id: made.body.batch_id, state: 'disabled' })).total).toBe(0)
  expect((await many(10_000)).body).toEqual({ changed: 10_000 })
  expect((await list({ batch_id: made.body.batch_id, enabled: 'false' })).total).toBe(10_000)
  const again = await member.call('POST', '/muser/coupon/check', { code: codes[1], plan_id: plan.id, period: 'month_price' })
  expect(again.body.code).toBe('coupon.unusable')
  for (const count of [0, 10_001]) {
    expect(Object.keys((await admin.call('POST', '/admin/coupons/batches', { ...body, count, prefix: '' })).body.errors)).toEqual(['count'])
  }
})

test('the list can be searched, filtered by current state and sorted; the export is the same list', async () => {
  const at = (hours: number) => new Date(t.app.now().getTime() + hours * 3_600_000).toISOString()
  const [plan, member] = [await t.plan(), await t.member()]
  await create({ code: 'LIST-A', name: 'Zebra, "striped"', ends_at: at(-1) })
  await create({ code: 'LIST-B', name: 'Yak', starts_at: at(1), kind: 'amount', value: 1990 })
  await create({ code: 'LIST-C', name: '=SUM(A1)', limit_use: 1 })
  await create({ code: 'LIST-D', name: '夏季优惠 100%' })
  await order(member, plan.id, 'LIST-C')
  const codes = async (query: Record<string, unknown>): Promise<string[]> =>
    (await list({ sort: 'code', ...query })).items.map((one: { code: string }) => one.code)
  expect(await codes({ q: 'list-' })).toEqual(['LIST-A', 'LIST-B', 'LIST-C', 'LIST-D'])
  expect(await codes({ q: 'list-', sort: '-code' })).toEqual(['LIST-D', 'LIST-C', 'LIST-B', 'LIST-A'])
  expect(await codes({ q: '夏季' })).toEqual(['LIST-D'])
  expect(await codes({ q: '100%' })).toEqual(['LIST-D'])
  expect(await codes({ q: 'yak' })).toEqual(['LIST-B'])
  expect(await codes({ q: 'list-', kind: 'amount' })).toEqual(['LIST-B'])
  const states = { over: 'LIST-A', not_started: 'LIST-B', used_up: 'LIST-C', running: 'LIST-D' }
  for (const [state, code] of Object.entries(states)) {
    expect(await codes({ q: 'list-', state })).toEqual([code])
    expect((await list({ q: code })).items[0].state).toBe(state)
  }
  const { csv, rows } = (await admin.call('GET', '/admin/coupons/export', { q: 'list-', sort: 'code' })).body
  expect(rows).toBe(4)
  const lines = csv.trim().split('\r\n')
  expect(lines[1]).toMatch(/^LIST-A,"Zebra, ""striped""",percent,20,over,0,/)
  expect(lines[2]).toMatch(/^LIST-B,Yak,amount,19\.90,not_started,/)
  expect(lines[3]).toMatch(/^LIST-C,'=SUM\(A1\),/)
})

test('a batch is one row of the audit log, and so is a bulk change with the coupons it changed; without a change there is none', async () => {
  const { code: _, ...terms } = input
  const { batch_id } = (await admin.call('POST', '/admin/coupons/batches', { ...terms, name: 'Batch', count: 3, prefix: '' })).body
  expect(await audited(t, 'coupon_batch', batch_id)).toMatchObject([
    { action: 'coupon_batch.create', actorId: admin.id, before: null, after: { name: 'Batch', value: 20, count: 3 } },
  ])
  const ids = (await list({ batch_id, sort: 'created_at' })).items.map((one: { id: number }) => one.id)
  await admin.call('PATCH', `/admin/coupons/${ids[0]}`, { enabled: false })
  const before = await audited(t, 'coupon')
  const disable = () => admin.call('POST', '/admin/coupons/enabled', { filter: { batch_id }, enabled: false, count: 3 })
  expect((await atOnce(disable)).map(({ body }) => body.changed)).toEqual(Array(RACES).fill(3))
  const rows = (await audited(t, 'coupon')).slice(before.length)
  expect(rows).toMatchObject([{ action: 'coupon.update_many', actorId: admin.id, before: { enabled: true } }])
  expect(rows[0]!.after).toEqual({ enabled: false, count: 2, ids: ids.slice(1).toSorted((a: number, b: number) => a - b) })
})
