import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { month, startPaymentDesk, year } from '../../test/gateways/payment-desk.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'

const GB = 2 ** 30
const desk = await forFile(startPaymentDesk())
const { t, shop, paid, place, refund, chargeBack, win, consume, order, money, room, isOver } = desk

describe('money row 2: a charge-back follows the payment’s money', () => {
  test('to the balance that a cheaper plan left, and to that plan', async () => {
    const [dear, cheap] = [await t.plan({ year_price: 30_000 }), await t.plan({ month_price: 100 })]
    const { member, tradeNo, intent } = await paid(year(dear))
    await place(member, month(cheap))
    expect(await money(member)).toEqual({ balance: 29_900, debt: 0 })
    await atOnce(() => chargeBack(intent, 30_000, { id: 'dp_row2' }))
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await isOver(member)).toBe(true)
    expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 30_000 })
  })

  test('to a change of plan that it paid for: the plan before comes back', async () => {
    const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
    const { member, tradeNo: first } = await paid(year(basic))
    const { expiresAt: before } = await shop.term(member)
    const { tradeNo, intent } = await paid(year(pro), member)
    expect((await shop.term(member)).planId).toBe(pro.id)
    const id = await chargeBack(intent, 10_000)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await shop.term(member)).toEqual({ planId: basic.id, expiresAt: before })
    expect(await order(first)).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    await win(intent, 10_000, id)
    expect(await money(member)).toEqual({ balance: 10_000, debt: 0 })
    expect((await shop.term(member)).planId).toBe(basic.id)
  })

  test('to the year that the balance bought', async () => {
    const [dear, cheap, other] = [
      await t.plan({ year_price: 30_000 }),
      await t.plan({ month_price: 100 }),
      await t.plan({ year_price: 29_999 }),
    ]
    const { member, intent } = await paid(year(dear))
    await place(member, month(cheap))
    const bought = await place(member, { ...year(other), use_balance: true })
    expect((await order(bought)).status).toBe('completed')
    expect(await isOver(member)).toBe(false)
    await chargeBack(intent, 30_000)
    expect(await isOver(member)).toBe(true)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  })

  test('what was used comes from other balance, and the rest is a debt', async () => {
    const plan = await t.plan()
    const { member, intent } = await paid(month(plan))
    await consume(member, 8 * GB)
    await shop.give(member, 300)
    await chargeBack(intent, 1000)
    // 2.00 of 10.00 were unused, 3.00 on the balance.
    expect(await money(member)).toEqual({ balance: 0, debt: 500 })
    expect(await isOver(member)).toBe(true)
  })

  test('an order that others paid too ends, and what they paid is on the balance; a dispute won is credited there too', async () => {
    const plan = await t.plan({ month_price: 4000 })
    const member = await t.member()
    await shop.give(member, 3000)
    const { intent } = await paid({ ...month(plan), use_balance: true }, member)
    const id = await chargeBack(intent, 1000)
    expect(await isOver(member)).toBe(true)
    expect(await money(member)).toEqual({ balance: 3000, debt: 0 })
    await win(intent, 1000, id)
    expect(await isOver(member)).toBe(true)
    expect(await money(member)).toEqual({ balance: 4000, debt: 0 })
  })

  test('an order that waits for its review is closed, and what others paid is on the balance', async () => {
    const plan = await t.plan({ month_price: 1000 })
    const member = await t.member()
    await shop.give(member, 400)
    const { tradeNo, intent } = await paid({ ...month(plan), use_balance: true }, member)
    await t.database.pool.query(
      "update orders set status = 'review', review_reason = 'other_plan_active', completed_at = null, term_start = null, term_end = null where trade_no = $1",
      [tradeNo],
    )
    await chargeBack(intent, 600)
    expect(await money(member)).toEqual({ balance: 400, debt: 0 })
    expect((await order(tradeNo)).status).toBe('refunded')
  })

  test('an unpaid order that holds the money is cancelled first', async () => {
    const { member, intent } = await paid({ topup_amount: 5000 })
    const plan = await t.plan({ month_price: 9000 })
    const held = await place(member, { ...month(plan), use_balance: true })
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    await chargeBack(intent, 5000)
    expect(await shop.status(member, held)).toBe('cancelled')
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  })

  test('a closed account owes nothing: the rest is the site’s loss', async () => {
    const plan = await t.plan()
    const { member, tradeNo, intent } = await paid(month(plan))
    await consume(member, 10 * GB)
    await t.database.db.update(accounts).set({ closedAt: desk.now() }).where(eq(accounts.id, member.id))
    const site = await shop.ledger('site')
    await chargeBack(intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await shop.ledger('site')).toBe(site - 1000)
    expect((await order(tradeNo)).status).toBe('refunded')
  })
})

describe('money row 2: a debt', () => {
  /** A member who used all of a plan of 10.00 and charged it back. */
  async function debtor() {
    const plan = await t.plan()
    const { member, intent } = await paid(month(plan))
    await consume(member, 10 * GB)
    const id = await chargeBack(intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: 1000 })
    return { member, plan, intent, id }
  }

  test('stops purchases with a clear error, and a top-up pays it first', async () => {
    const { member, plan } = await debtor()
    const buy = () => member.call('POST', '/muser/order/save', { ...month(plan), use_balance: false })
    expect(await buy()).toMatchObject({ status: 409, body: { code: 'account.in_debt' } })
    await paid({ topup_amount: 400 }, member)
    expect(await money(member)).toEqual({ balance: 0, debt: 600 })
    expect((await buy()).status).toBe(409)
    await paid({ topup_amount: 1000 }, member)
    expect(await money(member)).toEqual({ balance: 400, debt: 0 })
    expect((await buy()).status).toBe(200)
  })

  test('ends when the dispute is won, and what was paid of it returns', async () => {
    const { member, intent, id } = await debtor()
    await paid({ topup_amount: 400 }, member)
    await atOnce(() => win(intent, 1000, id))
    expect(await money(member)).toEqual({ balance: 400, debt: 0 })
  })

  test('can be written off by an operator with a reason, once; if the dispute is won after that, the site has the money', async () => {
    const { member, intent, id } = await debtor()
    await paid({ topup_amount: 300 }, member)
    const site = await shop.ledger('site')
    const writeOff = () => shop.admin.call('POST', `/admin/users/${member.id}/debt-write-off`, { amount: 700, reason: 'gone' })
    const answers = await atOnce(writeOff)
    expectOne(answers, 'debt.other_amount')
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await shop.ledger('site')).toBe(site - 700)
    await win(intent, 1000, id)
    expect(await money(member)).toEqual({ balance: 300, debt: 0 })
    expect(await shop.ledger('site')).toBe(site)
  })
})

describe('money row 2: a dispute won', () => {
  test('puts on the balance what has no place, because another plan runs', async () => {
    const [plan, other] = [await t.plan(), await t.plan()]
    const { member, intent } = await paid(month(plan))
    const id = await chargeBack(intent, 1000)
    await paid(month(other), member)
    await win(intent, 1000, id)
    expect(await money(member)).toEqual({ balance: 1000, debt: 0 })
    expect((await shop.term(member)).planId).toBe(other.id)
  })

  test('returns a top-up with its bonus', async () => {
    const { member, intent } = await paid({ topup_amount: 5000 })
    const { balance } = await money(member)
    const id = await chargeBack(intent, 5000)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    await win(intent, 5000, id)
    expect(await money(member)).toEqual({ balance, debt: 0 })
  })
})

describe('a change of plan whose own payment is charged back after it was used', () => {
  /** A year for 120.00, of which nothing is used, changed to a month for 130.00. */
  async function shortened() {
    const [basic, pro] = [await t.plan({ year_price: 12_000 }), await t.plan({ month_price: 13_000 })]
    const { member, tradeNo: first } = await paid(year(basic))
    const { tradeNo: change, intent } = await paid(month(pro), member)
    expect(await order(change)).toMatchObject({ total_amount: 1000 })
    return { member, basic, pro, first, change, intent }
  }

  test('a year that a change has used up does not come back because the payment of the change is charged back', async () => {
    const { member, pro, first, change, intent } = await shortened()
    await consume(member, 10 * GB)
    const id = await chargeBack(intent, 1000)
    expect(await money(member), 'all of it was used').toEqual({ balance: 0, debt: 1000 })
    expect((await shop.term(member)).planId).toBe(pro.id)
    expect(await order(first)).toMatchObject({ status: 'absorbed' })
    await win(intent, 1000, id)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect((await shop.term(member)).planId).toBe(pro.id)
    expect(await room(first), 'nor is anything left of it to refund').toBe(0)
    expect(await order(change)).toMatchObject({ status: 'completed', refunded_amount: 0 })
  })

  test('if it has used up half of the year, the other half goes to the balance', async () => {
    const { member, intent } = await shortened()
    await consume(member, 5 * GB)
    const id = await chargeBack(intent, 1000)
    expect(await isOver(member)).toBe(true)
    expect(await money(member), '60.00 of the year, less 5.00 for what was used of the change').toEqual({ balance: 5500, debt: 0 })
    await win(intent, 1000, id)
    expect(await money(member), 'the half of 130.00').toEqual({ balance: 6500, debt: 0 })
  })

  test('of that half, all that was not owed can be refunded', async () => {
    const { member, first, change, intent } = await shortened()
    await consume(member, 5 * GB)
    await chargeBack(intent, 1000)
    expect(await room(first)).toBe(5500)
    expect(await room(change), 'its own payment was taken').toBe(0)
    await refund(first, { amount: 5500 })
    await t.runJobs()
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  })

  test('a year that has as much left as the change comes back', async () => {
    const { member, basic, first, intent } = await shortened()
    await chargeBack(intent, 1000)
    expect((await shop.term(member)).planId).toBe(basic.id)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await order(first)).toMatchObject({ status: 'completed' })
  })
})

/** A plan of 10.00 paid by card, of which 8 of 10 GB are used, and then a pack of 3.00 bought with other money. */
async function withPack() {
  const plan = await t.plan({ reset_price: 300 })
  const bought = await paid(month(plan))
  await consume(bought.member, 8 * GB)
  const pack = await buyPack(bought.member, plan)
  return { ...bought, plan, pack }
}

async function buyPack(member: Member, { id }: { id: number }): Promise<string> {
  await shop.give(member, 300)
  return place(member, { plan_id: id, period: 'reset_price', use_balance: true })
}

test('a chargeback that ends the plan puts what is unused of its pack on the balance', async () => {
  const { member, intent, pack } = await withPack()
  await shop.give(member, 800)
  await chargeBack(intent, 1000)
  expect(await isOver(member)).toBe(true)
  expect(await money(member), '2.00 were in the plan, and 8.00 come from the balance').toEqual({ balance: 300, debt: 0 })
  expect(await room(pack), 'it is still the money of the pack').toBe(300)
})

test('half of a pack is half of its price', async () => {
  const { member, intent } = await withPack()
  await shop.give(member, 1000)
  // 2 GB of the plan are used first, then 4 of the 8 GB of the pack.
  await consume(member, 6 * GB)
  await chargeBack(intent, 1000)
  expect(await money(member)).toEqual({ balance: 150, debt: 0 })
})

test('the pack pays the debt that the chargeback makes', async () => {
  const { member, intent } = await withPack()
  await chargeBack(intent, 1000)
  expect(await money(member)).toEqual({ balance: 0, debt: 500 })
})

test('what the chargeback takes from a pack does not go to the balance', async () => {
  const plan = await t.plan({ month_price: 1000, reset_price: 300 })
  const { member, intent } = await paid({ topup_amount: 1200 })
  await place(member, { ...month(plan), use_balance: true })
  await consume(member, 8 * GB)
  await shop.give(member, 100)
  await place(member, { plan_id: plan.id, period: 'reset_price', use_balance: true })
  await chargeBack(intent, 1200)
  expect(await money(member), '2.00 from the plan, 2.00 from the pack, 1.00 that was given').toEqual({ balance: 0, debt: 700 })
})

test('a pack stays while days that were paid otherwise go on', async () => {
  const { member, intent, plan, pack } = await withPack()
  await shop.give(member, 1000)
  await place(member, { ...month(plan), use_balance: true })
  await shop.give(member, 800)
  await chargeBack(intent, 1000)
  expect(await isOver(member)).toBe(false)
  expect((await money(member)).balance).toBeLessThan(300)
  expect((await shop.details(pack)).refundable, 'the pack still holds its money').toMatchObject({ balance: 300 })
})

test('a plan whose pack went to the balance does not come back if the dispute is won: its value is on the balance', async () => {
  const { member, intent } = await withPack()
  await shop.give(member, 800)
  const id = await chargeBack(intent, 1000)
  await win(intent, 1000, id)
  expect(await isOver(member)).toBe(true)
  expect(await money(member)).toEqual({ balance: 1300, debt: 0 })
})

test('a refund that ends the plan puts what is unused of its pack on the balance, and the dialog says how much', async () => {
  const { member, tradeNo, pack } = await withPack()
  expect((await shop.details(tradeNo)).refundable?.ending).toMatchObject({ after: { plan_name: null }, credited: 300 })
  await refund(tradeNo, { way: 'manual', amount: 1000 })
  expect(await isOver(member)).toBe(true)
  expect(await money(member)).toEqual({ balance: 300, debt: 0 })
  expect(await room(pack)).toBe(300)
})

test('a refund of the pack itself, or one after which the plan goes on, credits no pack', async () => {
  const { member, tradeNo, plan, pack } = await withPack()
  await shop.give(member, 1000)
  await place(member, { ...month(plan), use_balance: true })
  expect((await shop.details(tradeNo)).refundable?.ending).toMatchObject({ credited: 0 })
  await refund(tradeNo, { way: 'manual', amount: 1000 })
  const { ending } = (await shop.details(pack)).refundable!
  expect(ending!.after).toEqual(ending!.before)
  await refund(pack, { way: 'balance', amount: 300 })
  expect(await isOver(member)).toBe(false)
  expect(await money(member)).toEqual({ balance: 300, debt: 0 })
})

test('a pack that was credited counts no more if the plan is bought again', async () => {
  const { member, tradeNo, plan } = await withPack()
  await refund(tradeNo, { way: 'manual', amount: 1000 })
  await paid({ ...month(plan), use_balance: false }, member)
  const other = await t.plan({ month_price: 5000 })
  const change = await place(member, month(other))
  expect(await order(change)).toMatchObject({ total_amount: 4000 })
})
