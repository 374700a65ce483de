import { emptySettings } from '@portico/contract/empty-settings'
import { expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import { outages } from '../outages/outages.table.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const read = async (who: Member = shop.admin) => (await who.call('GET', '/admin/overview/setup')).body
const done = async (): Promise<string[]> =>
  (await read()).items.filter((one: { done: boolean }) => one.done).map(({ step }: { step: string }) => step)
const stepOf = async (step: string) => (await read()).items.find((one: { step: string }) => one.step === step)
const pulse = async (id: number) => {
  t.travel(15_000)
  return (await shop.admin.call('GET', '/admin/overview/nodes')).body.items.find((one: { id: number }) => one.id === id)
}

test('each step ticks itself once it is true; after the last one the setup is finished', async () => {
  const steps = ['group', 'plan', 'payment', 'node', 'member', 'traffic']
  const start = await read()
  expect(start).toEqual({
    items: steps.map((step) => ({ step, done: false, name: null, id: null, lacks: null })),
    total: 6,
    finished: false,
    sale: null,
  })

  const group = (await shop.admin.call('POST', '/admin/groups', { name: 'Standard' })).body
  expect(await stepOf('group')).toMatchObject({ done: true, name: 'Standard' })
  const plan = await t.plan({ groupId: group.id, name: 'Light', month_price: null, year_price: null, onetime_price: null, sell: false })
  expect(await stepOf('plan'), 'a plan without a price does not count').toMatchObject({
    done: false,
    name: 'Light',
    id: plan.id,
    lacks: 'price',
  })
  const priced = await t.plan({ groupId: group.id, name: 'Priced', sell: false, show: false })
  expect(await stepOf('plan'), 'the priced one lacks less').toMatchObject({ done: false, name: 'Priced', id: priced.id, lacks: 'sale' })
  await shop.admin.call('PATCH', `/admin/plans/${priced.id}`, { sell: true })
  expect(await stepOf('plan')).toMatchObject({ done: false, name: 'Priced', lacks: 'shown' })
  await shop.admin.call('DELETE', `/admin/plans/${priced.id}`)
  await shop.admin.call('PATCH', `/admin/plans/${plan.id}`, { month_price: 1000, sell: true })
  expect(await stepOf('plan')).toMatchObject({ done: true, name: 'Light', lacks: null })
  await shop.admin.call('PATCH', `/admin/plans/${plan.id}`, { translations: { 'zh-CN': { name: '轻享' } } })
  const inChinese = (await shop.admin.call('GET', '/admin/overview/setup', {}, { 'accept-language': 'zh-CN' })).body.items
  expect(
    inChinese.map(({ name }: { name: string | null }) => name),
    'names are in the language of the operator',
  ).toContain('轻享')
  await shop.method({ driver: 'balance', name: 'Balance' })
  expect(await done(), 'payment by balance alone does not count').toEqual(['group', 'plan'])
  const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: '1-2-3' }, enabled: false })
  expect(await done(), 'a disabled method does not count').toEqual(['group', 'plan'])
  await shop.admin.call('PATCH', `/admin/payment-methods/${bank.id}`, { enabled: true })
  expect(await stepOf('payment')).toMatchObject({ done: true, name: 'Bank' })

  const node = await t.node({ groupIds: [group.id], name: 'Tokyo 01', settings: emptySettings('trojan') })
  expect(await stepOf('node')).toMatchObject({ done: false, name: 'Tokyo 01', lacks: null })
  expect(await pulse(node.id)).toMatchObject({ status: 'offline', has_called: false, uptime: null, days: [] })
  await node.pull('config')
  await expect.poll(async () => (await stepOf('node')).done).toBe(true)
  expect((await stepOf('node')).lacks, 'a call is no report').toBe('report')
  const member = await t.member()
  await t.subscribe(member.id, group.id)
  expect(await done()).toEqual(['group', 'plan', 'payment', 'node', 'member'])
  expect(await stepOf('traffic'), 'somebody could use it').toMatchObject({ done: false, lacks: 'use' })
  expect((await read()).finished).toBe(false)
  await node.post('push', { [member.id]: [1000, 2000] })
  expect(await done()).toEqual(steps)
  expect([(await stepOf('node')).lacks, (await stepOf('traffic')).lacks]).toEqual([null, null])
  expect((await read()).finished).toBe(true)
})

test('a node’s pulse: members, processors, bytes of today and 90 days', async () => {
  await countTraffic(t.database, t.app.now())
  const { id } = (await shop.admin.call('GET', '/admin/nodes')).body.items[0]
  const { name, status, has_called, online_users, today, uptime, days } = await pulse(id)
  expect({ name, status, has_called, online_users, today }).toEqual({
    name: 'Tokyo 01',
    status: 'online',
    has_called: true,
    online_users: 1,
    today: 3000,
  })
  expect([uptime, days.length, days.at(-1), days[0]]).toEqual([10_000, 90, 10_000, null])
  const now = t.app.now()
  await t.database.db.insert(outages).values({ nodeId: id, beganAt: new Date(now.getTime() - 5000), reason: 'silent' })
  expect((await pulse(id)).days.at(-1)).toBeLessThan(10_000)
})

test('staff see the steps that they may go', async () => {
  const steps = async (who: Member) => (await read(who)).items.map(({ step }: { step: string }) => step)
  expect(await steps(await t.staff('network'))).toEqual(['node', 'traffic'])
  expect(await steps(await t.staff('support'))).toEqual(['member', 'traffic'])
  expect(await steps(await t.staff(['plans.write']))).toEqual(['group', 'plan'])
  for (const role of ['finance', 'content'] as const)
    expect((await (await t.staff(role)).call('GET', '/admin/overview/setup')).status).toBe(404)
})

test('the order that waits for its payment is named: a proof first, then a transfer; nothing once it is paid', async () => {
  const other = await startApp()
  try {
    const desk = await openShop(other)
    const saleFor = async (who: Member = desk.admin) => (await who.call('GET', '/admin/overview/setup')).body.sale
    const bank = await desk.method({ driver: 'manual', name: 'Bank', config: { instructions: '1-2-3' } })
    const plan = await other.plan({ name: 'Basic 100' })
    expect(await saleFor()).toBeNull()
    const proved = await desk.order(plan)
    expect(await saleFor(), 'no method chosen yet').toMatchObject({ trade_no: proved.tradeNo, by_hand: false })
    await desk.checkout(proved.member, proved.tradeNo, bank)
    expect(await saleFor()).toEqual({
      trade_no: proved.tradeNo,
      email: proved.member.email,
      type: 'new',
      plan_name: 'Basic 100',
      period: 'month_price',
      total_amount: 1000,
      currency: 'CNY',
      by_hand: true,
    })
    const later = await desk.order(plan)
    expect((await saleFor()).trade_no, 'the transfer before a newer order').toBe(proved.tradeNo)
    await desk.checkout(later.member, later.tradeNo, bank)
    expect((await saleFor()).trade_no, 'the newer transfer').toBe(later.tradeNo)
    await proved.member.call('POST', '/muser/order/proof', { trade_no: proved.tradeNo, proof: 'sent' })
    expect((await saleFor()).trade_no, 'the proof first').toBe(proved.tradeNo)
    expect(await saleFor(await other.staff(['plans.write', 'orders.read'])), 'only for staff who may confirm it').toBeNull()
    await desk.admin.call('POST', `/admin/orders/${proved.tradeNo}/payment`, { note: 'cash' })
    expect(await saleFor()).toBeNull()
  } finally {
    await other.stop()
  }
})

test('after the first sale the setup is finished, whatever is missing', async () => {
  const other = await startApp()
  try {
    const sold = await openShop(other)
    const finished = async () => (await sold.admin.call('GET', '/admin/overview/setup')).body.finished
    const { tradeNo } = await sold.order()
    expect(await finished()).toBe(false)
    expect((await sold.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })).status).toBe(200)
    expect(await finished()).toBe(true)
  } finally {
    await other.stop()
  }
})
