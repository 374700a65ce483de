import { describe, expect, test } from 'vitest'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'

// A plan of 300.00 a year, unused: a second later 299.99 of it is left.

const t = await forFile(startApp())
const shop = await openShop(t)

const balanceOf = (member: Member) => shop.ledger('member', member.id)

async function paidYear(member: Member, yearPrice = 30_000) {
  const { id } = await t.plan({ year_price: yearPrice })
  const { body } = await member.call('POST', '/muser/order/save', { plan_id: id, period: 'year_price' })
  await shop.admin.call('POST', `/admin/orders/${body.trade_no}/payment`, { note: 'cash' })
  await t.runJobs()
  return { planId: id, tradeNo: body.trade_no as string }
}

async function move(member: Member, planId: number | null, decision?: { rest: string; reason: string }) {
  const { user } = (await shop.admin.call('GET', `/admin/users/${member.id}`)).body
  return shop.admin.call('PATCH', `/admin/users/${member.id}`, { version: user.version, change: { plan_id: planId }, decision })
}

async function priceOfChange(member: Member, planId: number): Promise<{ surplus: number; credit: number }> {
  const { body } = await member.call('POST', '/muser/order/quote', { plan_id: planId, period: 'year_price' })
  const surplus = body.lines.find(({ kind }: { kind: string }) => kind === 'surplus')
  return { surplus: Math.abs(surplus?.amount ?? 0), credit: body.credit_amount }
}

describe('money row 9: a move by staff asks what becomes of the rest', () => {
  test('without a decision the move is refused and says how much is unused', async () => {
    const member = await t.member()
    const { planId } = await paidYear(member)
    const other = await t.plan({ year_price: 50_000 })
    const refused = await move(member, other.id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'member.rest_undecided', details: { currency: 'CNY' } } })
    expect(refused.body.details.amount).toBeGreaterThanOrEqual(29_998)
    expect((await shop.term(member)).planId).toBe(planId)
  })

  test('carried to the new plan, the value pays for the next change, and can still be refunded', async () => {
    const member = await t.member()
    const { tradeNo } = await paidYear(member)
    const other = await t.plan({ year_price: 50_000 })
    expect(await move(member, other.id, { rest: 'carry', reason: 'wrong plan' })).toMatchObject({ status: 200 })
    const third = await t.plan({ year_price: 60_000 })
    const { surplus } = await priceOfChange(member, third.id)
    expect(surplus).toBeGreaterThanOrEqual(29_997)
    expect(surplus).toBeLessThanOrEqual(30_000)
    expect((await shop.details(tradeNo)).order.status).toBe('absorbed')
    expect((await shop.details(tradeNo)).refundable.total).toBeGreaterThanOrEqual(29_997)
    expect(await balanceOf(member)).toBe(0)
  })

  test('what was used of the plan before does not count again for the new plan', async () => {
    const member = await t.member()
    await paidYear(member)
    const use = (bytes: number) => t.database.pool.query('update subscriptions set down = $1 where account_id = $2', [bytes, member.id])
    const shown = async () => (await member.call('GET', '/muser/getSubscribe')).body
    await use(5 * 2 ** 30)
    const [other, third] = [await t.plan({ year_price: 50_000 }), await t.plan({ year_price: 60_000 })]
    const { amount } = (await move(member, other.id)).body.details
    await move(member, other.id, { rest: 'carry', reason: 'wrong plan' })
    expect(await shown()).toMatchObject({ u: 0, d: 0 })
    const { surplus } = await priceOfChange(member, third.id)
    expect(Math.abs(surplus - amount)).toBeLessThanOrEqual(2)
    // Used now, it counts.
    await use(2 ** 30)
    expect((await priceOfChange(member, third.id)).surplus).toBeLessThan(surplus - 100)
  })

  test('credited, it is on the balance; dropped, it is gone; each with its reason in the log', async () => {
    const member = await t.member()
    await paidYear(member)
    const other = await t.plan({ year_price: 50_000 })
    expect(await move(member, other.id, { rest: 'credit', reason: 'asked for it' })).toMatchObject({ status: 200 })
    expect(await balanceOf(member)).toBeGreaterThanOrEqual(29_998)
    expect(await balanceOf(member)).toBeLessThanOrEqual(30_000)
    const third = await t.plan({ year_price: 60_000 })
    expect((await priceOfChange(member, third.id)).surplus, 'nothing was paid for the plan held now').toBe(0)

    const loser = await t.member()
    const { tradeNo } = await paidYear(loser)
    expect(await move(loser, other.id, { rest: 'none', reason: 'broke the rules' })).toMatchObject({ status: 200 })
    expect(await balanceOf(loser)).toBe(0)
    expect((await shop.details(tradeNo)).order.status).toBe('absorbed')
    const { items } = (await shop.admin.call('GET', '/admin/log/audit', { entity: 'member', entity_id: String(loser.id) })).body
    expect(items.map(({ reason }: { reason: string }) => reason)).toContain('broke the rules')
  })

  test('a pack for a permanent plan that staff gave counts, and does not come back after another move', async () => {
    const [member, plan, cheap] = [await t.member(), await t.plan({ reset_price: 3000 }), await t.plan({ year_price: 100 })]
    const { user } = (await shop.admin.call('GET', `/admin/users/${member.id}`)).body
    const forGood = { version: user.version, change: { plan_id: plan.id, expired_at: null } }
    expect(await shop.admin.call('PATCH', `/admin/users/${member.id}`, forGood)).toMatchObject({ status: 200 })
    await t.database.pool.query('update subscriptions set down = 1000 where account_id = $1', [member.id])
    const { body } = await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'reset_price' })
    await shop.admin.call('POST', `/admin/orders/${body.trade_no}/payment`, { note: 'cash' })
    await t.runJobs()
    expect(await priceOfChange(member, cheap.id)).toEqual({ surplus: 100, credit: 2900 })
    expect(await move(member, cheap.id)).toMatchObject({ status: 409, body: { code: 'member.rest_undecided', details: { amount: 3000 } } })
    expect(await move(member, cheap.id, { rest: 'credit', reason: 'a test' })).toMatchObject({ status: 200 })
    expect(await balanceOf(member)).toBe(3000)
    expect((await shop.details(body.trade_no)).order.status).toBe('absorbed')
  })

  test('an order assigned without payment is worth nothing', async () => {
    const member = await t.member()
    const { id } = await t.plan({ year_price: 30_000 })
    const assigned = { email: member.email, plan_id: id, period: 'year_price', total_amount: 30_000 }
    expect(await shop.admin.call('POST', '/admin/orders', assigned)).toMatchObject({ status: 200 })
    await t.runJobs()
    const cheap = await t.plan({ year_price: 100 })
    expect(await priceOfChange(member, cheap.id)).toEqual({ surplus: 0, credit: 0 })
  })

  test('an assigned plan that replaces a paid one needs a decision too', async () => {
    const member = await t.member()
    await paidYear(member)
    const { id } = await t.plan({ year_price: 50_000 })
    const assigned = { email: member.email, plan_id: id, period: 'year_price', total_amount: 0 }
    expect(await shop.admin.call('POST', '/admin/orders', assigned)).toMatchObject({ status: 409, body: { code: 'member.rest_undecided' } })
    const decided = { ...assigned, decision: { rest: 'carry', reason: 'a better plan' } }
    expect(await shop.admin.call('POST', '/admin/orders', decided)).toMatchObject({ status: 200 })
    await t.runJobs()
    const third = await t.plan({ year_price: 60_000 })
    expect((await priceOfChange(member, third.id)).surplus).toBeGreaterThanOrEqual(29_997)
  })
})
