import { describe, expect, test } from 'vitest'
import { startPaymentDesk } from '../../../test/gateways/payment-desk.ts'
import { forFile, type Member } from '../../../test/harness.ts'

// A plan of 300.00 a year, unused.

const DAY = 86_400_000
const desk = await forFile(startPaymentDesk())
const { t, shop } = desk

const balanceOf = (member: Member) => shop.ledger('member', member.id)

async function paidYear(member: Member, yearPrice = 30_000) {
  const { id } = await t.plan({ year_price: yearPrice })
  const { body } = await member.call('POST', '/muser/order/save', { plan_id: id, period: 'year_price' })
  await shop.takeCash(body.trade_no)
  await t.runJobs()
  return { planId: id, tradeNo: body.trade_no as string }
}

const move = (member: Member, plan_id: number, decision?: { rest: string; reason: string }, change = {}) =>
  t.change(shop.admin, member.id, { plan_id, ...change }, decision)

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
    const details = { currency: 'CNY', amount: 30_000 }
    expect(refused).toMatchObject({ status: 409, body: { code: 'member.rest_undecided', details } })
    expect((await shop.term(member)).planId).toBe(planId)
  })

  test('carried to the new plan, the value pays for the next change, and can still be refunded', async () => {
    const member = await t.member()
    const { tradeNo } = await paidYear(member)
    const other = await t.plan({ year_price: 50_000 })
    expect(await move(member, other.id, { rest: 'carry', reason: 'wrong plan' })).toMatchObject({ status: 200 })
    const third = await t.plan({ year_price: 60_000 })
    expect((await priceOfChange(member, third.id)).surplus).toBe(30_000)
    expect((await shop.details(tradeNo)).order.status).toBe('absorbed')
    expect((await shop.details(tradeNo)).refundable.total).toBe(30_000)
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
    expect(surplus).toBe(amount)
    // Used now, it counts.
    await use(2 ** 30)
    expect((await priceOfChange(member, third.id)).surplus).toBeLessThan(surplus - 100)
  })

  test('credited, it is on the balance; dropped, it is gone; each with its reason in the log', async () => {
    const member = await t.member()
    await paidYear(member)
    const other = await t.plan({ year_price: 50_000 })
    expect(await move(member, other.id, { rest: 'credit', reason: 'asked for it' })).toMatchObject({ status: 200 })
    expect(await balanceOf(member)).toBe(30_000)
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
    expect(await move(member, plan.id, undefined, { expired_at: null })).toMatchObject({ status: 200 })
    await t.database.pool.query('update subscriptions set down = 1000 where account_id = $1', [member.id])
    const { body } = await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'reset_price' })
    await shop.takeCash(body.trade_no)
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
    expect((await priceOfChange(member, third.id)).surplus).toBe(30_000)
  })
  test('the value of a pack that staff carry to a plan with an end goes by with its time', async () => {
    const [member, plan] = [await t.member(), await t.plan({ reset_price: 3000 })]
    const [other, third] = [await t.plan(), await t.plan({ year_price: 100 })]
    await move(member, plan.id, undefined, { expired_at: null })
    await desk.consume(member, 2 ** 30)
    await desk.paid({ plan_id: plan.id, period: 'reset_price' }, member)
    const ends = new Date(desk.now().getTime() + 30 * DAY).toISOString()
    await move(member, other.id, { rest: 'carry', reason: 'a better plan' }, { expired_at: ends })
    expect(await priceOfChange(member, third.id)).toEqual({ surplus: 100, credit: 2900 })
    desk.pass(20 * DAY)
    // A third of the thirty days is left.
    expect(await priceOfChange(member, third.id)).toEqual({ surplus: 100, credit: 900 })
    await move(member, third.id, { rest: 'credit', reason: 'asked for it' })
    expect(await desk.money(member)).toEqual({ balance: 1000, debt: 0 })
  })
})
