import { describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { openShop } from '../../test/gateways/shop.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'

// Amounts in minor units. The figures are worked out by hand: at the same moment nothing is used, and a value is rounded down once.

let serial = 0

const t = await forFile(startApp())
const gateway = await forFile(startStripe({ now: () => t.app.now() }))
const shop = await openShop(t)
const method = await shop.stripe(gateway)

const refund = (tradeNo: string, body: Record<string, unknown>) =>
  shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: `CHAINREFUND${String(++serial).padStart(6, '0')}`,
    reason: 'asked for it',
    way: 'gateway',
    ...body,
  })
const balanceOf = (member: Member) => shop.ledger('member', member.id)
const planOf = async (member: Member) => (await shop.term(member)).planId

async function buy(member: Member, planId: number, period = 'year_price') {
  const { body } = await member.call('POST', '/muser/order/save', { plan_id: planId, period, use_balance: false })
  const tradeNo = body.trade_no as string
  if (body.total_amount > 0) {
    const started = await shop.checkout(member, tradeNo, method)
    await gateway.pay(new URL(started.body.data).pathname.split('/').at(-1)!)
  }
  await t.runJobs()
  return { tradeNo, total: body.total_amount as number }
}

/** A year for 300.00, changed at once to a plan of 400.00 a year. */
async function upgraded() {
  const member = await t.member()
  const basic = await t.plan({ name: 'Basic', year_price: 30_000 })
  const pro = await t.plan({ name: 'Pro', year_price: 40_000 })
  const first = await buy(member, basic.id)
  const second = await buy(member, pro.id)
  return { member, basic, pro, first, second }
}

describe('money row 3: a refund inside a chain of changes', () => {
  test('the first payment can be refunded after an upgrade, up to what is unused, and nothing beyond', async () => {
    const { member, pro, first, second } = await upgraded()
    expect(second.total).toBeGreaterThanOrEqual(10_000)
    expect(second.total).toBeLessThanOrEqual(10_001)
    const room = (await shop.details(first.tradeNo)).refundable
    const left = 40_000 - second.total
    expect(room.total).toBeGreaterThanOrEqual(left - 1)
    expect(room.total).toBeLessThanOrEqual(left)
    expect(await refund(first.tradeNo, { amount: room.total + 1 })).toMatchObject({ status: 409, body: { code: 'refund.too_much' } })
    expect(await refund(first.tradeNo, { amount: 20_000, end_term: false })).toMatchObject({ status: 200 })
    await t.runJobs()
    expect(await planOf(member), 'the plan stays').toBe(pro.id)
    expect((await shop.details(first.tradeNo)).order).toMatchObject({ status: 'absorbed', refunded_amount: 20_000 })
    const rest = (await shop.details(first.tradeNo)).refundable
    expect(rest.total).toBeLessThanOrEqual(left - 20_000)
  })

  test('refunding the upgrade brings back the plan before it with its rest', async () => {
    const { member, basic, first, second } = await upgraded()
    const before = (await shop.details(first.tradeNo)).order
    const { refundable } = await shop.details(second.tradeNo)
    expect(refundable.ending.before.plan_name).toBe('Pro')
    expect(refundable.ending.after.plan_name).toBe('Basic')
    expect(await refund(second.tradeNo, { amount: second.total })).toMatchObject({ status: 200, body: { end_term: true } })
    await t.runJobs()
    const { planId, expiresAt } = await shop.term(member)
    expect(planId).toBe(basic.id)
    expect(expiresAt!.toISOString()).toBe(refundable.ending.after.expires_at)
    expect((await shop.details(second.tradeNo)).order.status).toBe('refunded')
    const after = await shop.details(first.tradeNo)
    expect(after.order).toMatchObject({ status: 'completed', refunded_amount: 0, total_amount: before.total_amount })
    expect(after.refundable.total, 'all of the first payment is there again').toBe(30_000)
    expect(await balanceOf(member)).toBe(0)
  })

  test('undoing a downgrade takes back the credit, and what was used since counts', async () => {
    const member = await t.member()
    const big = await t.plan({ year_price: 30_000 })
    const small = await t.plan({ year_price: 100 })
    const first = await buy(member, big.id)
    const second = await buy(member, small.id)
    expect(second.total).toBe(0)
    expect(await balanceOf(member)).toBeGreaterThanOrEqual(29_898)
    const used = await shop.details(first.tradeNo)
    // What is left of the first payment: the credit on the balance, and the part that is in the new order.
    expect(used.refundable.total).toBeGreaterThanOrEqual(29_996)
    expect(await refund(first.tradeNo, { amount: 10_000, end_term: false })).toMatchObject({ status: 200 })
    await t.runJobs()
    expect(await balanceOf(member), 'the refund takes the credit first').toBeLessThanOrEqual(19_899)
    expect(await planOf(member)).toBe(small.id)
  })

  test('ending the term with a refund of the first payment returns what others paid to the balance', async () => {
    const { member, first, second } = await upgraded()
    const { total } = (await shop.details(first.tradeNo)).refundable
    expect(await refund(first.tradeNo, { amount: total, end_term: true })).toMatchObject({ status: 200 })
    await t.runJobs()
    expect((await shop.term(member)).expiresAt!.getTime()).toBeLessThanOrEqual(t.app.now().getTime())
    expect(await balanceOf(member), 'the upgrade was paid, and nothing of it was used').toBeGreaterThanOrEqual(second.total - 2)
    expect(await balanceOf(member)).toBeLessThanOrEqual(second.total)
  })

  test('what is on balances consists of funds, and every order holds no more than it was paid', async () => {
    const { rows } = await t.database.db.execute(sql`
      select a.owner_id from ledger_accounts a
      left join (select account_id, currency, sum(amount) as sum from funds where order_id is null group by 1, 2) f
        on f.account_id = a.owner_id and f.currency = a.currency
      where a.kind = 'member' and a.balance <> coalesce(f.sum, 0)
      union all
      select o.id from orders o join (select order_id, sum(amount) as sum from funds group by 1) f on f.order_id = o.id
      where f.sum > o.total_amount + o.fee_amount + o.balance_amount + o.surplus_amount - o.credit_amount`)
    expect(rows).toEqual([])
    await t.runJobs()
    expect((await shop.admin.call('POST', '/admin/ledger/check')).body).toMatchObject({ fault_count: 0 })
  })
})
