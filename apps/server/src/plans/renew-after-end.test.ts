import { describe, expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { type Answer, forFile, type Member, startApp, type TestApp } from '../../test/harness.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const DAY = 86_400_000
const change = (planId: number, values: Record<string, unknown>): Promise<Answer> =>
  shop.admin.call('PATCH', `/admin/plans/${planId}`, values)
const rules = (values: Record<string, unknown>): Promise<Answer> => shop.admin.call('PATCH', '/admin/settings', values)
const wanted = (planId: number) => ({ plan_id: planId, period: 'month_price', use_balance: false })
const quote = (by: Member, planId: number): Promise<Answer> => by.call('POST', '/muser/order/quote', wanted(planId))
const listed = async (by: Member, planId: number) => {
  const { items } = (await by.call('GET', '/muser/plan/fetch')).body
  const found = items.find(({ id }: { id: number }) => id === planId)
  return found && { held: found.held, can_renew: found.can_renew, can_buy: found.can_buy }
}
/** Held the plan, which is no longer sold, until this long ago. */
async function lapsed(endedMs: number, values: Parameters<TestApp['plan']>[0] = {}) {
  const [plan, member] = [await t.plan({ sell: false, ...values }), await t.member()]
  const expiresAt = new Date(t.app.now().getTime() - endedMs)
  await t.subscribe(member.id, plan.groupId, { planId: plan.id, expiresAt })
  return { plan, member }
}

describe('money row 11: renewing a plan that has ended', () => {
  test('whoever held a plan last renews it an hour later, though it is no longer sold; strangers do not', async () => {
    const [{ plan, member }, stranger] = [await lapsed(3_600_000, { show: false }), await t.member()]
    expect(await listed(member, plan.id)).toEqual({ held: false, can_renew: true, can_buy: false })
    expect(await listed(stranger, plan.id)).toBeUndefined()
    expect((await quote(stranger, plan.id)).body.code).toBe('plan.not_found')
    const quoted = await quote(member, plan.id)
    expect(quoted.body).toMatchObject({ type: 'new', total_amount: 1000 })
    const order = await member.call('POST', '/muser/order/save', { quote: quoted.body.quote })
    await shop.admin.call('POST', `/admin/orders/${order.body.trade_no}/payment`, { note: 'cash' })
    await t.runJobs()
    expect(await listed(member, plan.id)).toEqual({ held: true, can_renew: true, can_buy: false })
    const { body } = await member.call('GET', '/muser/getSubscribe')
    expect([body.state, body.plan_id]).toEqual(['active', plan.id])
  })

  test('the time to renew ends after the days of the setting, to the moment; an order placed before is still delivered', async () => {
    await rules({ 'renewal.grace_days': 3 })
    const [inTime, late] = [await lapsed(3 * DAY - 60_000), await lapsed(3 * DAY + 1000)]
    expect([await listed(late.member, late.plan.id), (await quote(late.member, late.plan.id)).body.code]).toEqual([
      undefined,
      'plan.not_found',
    ])
    const quoted = await quote(inTime.member, inTime.plan.id)
    const { trade_no } = (await inTime.member.call('POST', '/muser/order/save', { quote: quoted.body.quote })).body
    t.travel(120_000)
    expect(await listed(inTime.member, inTime.plan.id)).toBeUndefined()
    await shop.admin.call('POST', `/admin/orders/${trade_no}/payment`, { note: 'cash' })
    await t.runJobs()
    expect((await listed(inTime.member, inTime.plan.id))?.held).toBe(true)
    await rules({ 'renewal.grace_days': 0 })
    const { plan, member } = await lapsed(1000)
    expect((await quote(member, plan.id)).body.code).toBe('plan.not_found')
    await rules({ 'renewal.grace_days': 30 })
    expect((await quote(member, plan.id)).status).toBe(200)
  })

  test('a quote is no promise beyond the end of that time', async () => {
    const { plan, member } = await lapsed(30 * DAY - 60_000)
    const quoted = await quote(member, plan.id)
    t.travel(120_000)
    expect((await member.call('POST', '/muser/order/save', { quote: quoted.body.quote })).body.code).toBe('plan.not_found')
  })

  test('where renewal is off, the plan is full or another plan runs, there is nothing to renew', async () => {
    const [off, full, other] = [await lapsed(DAY, { renew: false }), await lapsed(DAY, { capacityLimit: 0 }), await lapsed(DAY)]
    expect([await listed(off.member, off.plan.id), (await quote(off.member, off.plan.id)).body.code]).toEqual([undefined, 'plan.not_found'])
    expect(await listed(full.member, full.plan.id)).toEqual({ held: false, can_renew: false, can_buy: false })
    expect((await quote(full.member, full.plan.id)).body.code).toBe('plan.sold_out')
    const next = await t.plan()
    await t.subscribe(other.member.id, next.groupId, { planId: next.id })
    expect((await quote(other.member, other.plan.id)).body.code).toBe('plan.not_found')
    await change(off.plan.id, { sell: true })
    expect(await listed(off.member, off.plan.id)).toEqual({ held: false, can_renew: false, can_buy: true })
  })
})
