import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { disputeEvent, newDispute } from '../../test/gateways/stripe-dispute.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { jobActor } from '../actor.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

const GB = 2 ** 30
// It stands still, so that nothing is used in between.
const now = new Date(Math.ceil(Date.now() / 1000) * 1000 + HOUR)

const [t, gateway] = await Promise.all([forFile(startApp({ now: () => now })), forFile(startStripe({ now: () => now }))])
const shop = await openShop(t)
const method = await shop.stripe(gateway)

async function order(member: Member, wanted: object): Promise<{ status: number; body: { trade_no: string; code?: string } }> {
  const placed = await member.call('POST', '/muser/order/save', { use_balance: false, ...wanted })
  await t.runJobs()
  return placed
}

async function pay(member: Member, tradeNo: string): Promise<string> {
  const { body } = await shop.checkout(member, tradeNo, method)
  const session = new URL(body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  await t.runJobs()
  return String(gateway.sessions.get(session)!['payment_intent'])
}

/** A member who paid by card, and the payment's number. */
async function paid(wanted: object, buyer?: Member) {
  const member = buyer ?? (await t.member())
  const { body } = await order(member, wanted)
  return { member, tradeNo: body.trade_no, intent: await pay(member, body.trade_no) }
}

const dispute = (intent: string, amount: number, state: { id?: string; moved?: 1 | 2; status?: string } = {}) =>
  gateway.deliver(disputeEvent(gateway, state.moved === 2 ? 'funds_reinstated' : 'funds_withdrawn', intent, amount, { at: now, ...state }))
const money = async ({ id }: Member) => ({ balance: await shop.ledger('member', id), debt: 0 - (await shop.ledger('debt', id)) })
const ends = async (member: Member) => (await shop.term(member)).expiresAt!
const isOver = async (member: Member) => (await ends(member)) <= now
const consume = (member: Member, bytes: number) =>
  t.database.db.update(subscriptions).set({ up: 0, down: bytes }).where(eq(subscriptions.accountId, member.id))
const year = (plan: { id: number }) => ({ plan_id: plan.id, period: 'year_price' })
const month = (plan: { id: number }) => ({ plan_id: plan.id, period: 'month_price' })

describe('money row 2: a charge-back follows the payment’s money', () => {
  test('to the balance that a cheaper plan left, and to that plan', async () => {
    const [dear, cheap] = [await t.plan({ year_price: 30_000 }), await t.plan({ month_price: 100 })]
    const { member, tradeNo, intent } = await paid(year(dear))
    await order(member, month(cheap))
    expect(await money(member)).toEqual({ balance: 29_900, debt: 0 })
    await atOnce(() => dispute(intent, 30_000, { id: 'dp_row2' }))
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await isOver(member)).toBe(true)
    expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'refunded', refunded_amount: 30_000 })
  })

  test('to a change of plan that it paid for: the plan before comes back', async () => {
    const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
    const { member, tradeNo: first } = await paid(year(basic))
    const before = await ends(member)
    const { tradeNo, intent } = await paid(year(pro), member)
    expect((await shop.term(member)).planId).toBe(pro.id)
    const id = newDispute()
    await dispute(intent, 10_000, { id })
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await shop.term(member)).toEqual({ planId: basic.id, expiresAt: before })
    expect((await shop.details(first)).order).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'refunded', refunded_amount: 10_000 })
    await dispute(intent, 10_000, { id, moved: 2, status: 'won' })
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
    await order(member, month(cheap))
    const bought = await order(member, { ...year(other), use_balance: true })
    expect((await shop.details(bought.body.trade_no)).order.status).toBe('completed')
    expect(await isOver(member)).toBe(false)
    await dispute(intent, 30_000)
    expect(await isOver(member)).toBe(true)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  })

  test('what was used comes from other balance, and the rest is a debt', async () => {
    const plan = await t.plan()
    const { member, intent } = await paid(month(plan))
    await consume(member, 8 * GB)
    await shop.give(member, 300)
    await dispute(intent, 1000)
    // 2.00 of 10.00 were unused, 3.00 on the balance.
    expect(await money(member)).toEqual({ balance: 0, debt: 500 })
    expect(await isOver(member)).toBe(true)
  })

  test('an order that others paid too ends, and what they paid is on the balance', async () => {
    const plan = await t.plan({ month_price: 4000 })
    const member = await t.member()
    await shop.give(member, 3000)
    const { intent } = await paid({ ...month(plan), use_balance: true }, member)
    await dispute(intent, 1000)
    expect(await isOver(member)).toBe(true)
    expect(await money(member)).toEqual({ balance: 3000, debt: 0 })
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
    await dispute(intent, 600)
    expect(await money(member)).toEqual({ balance: 400, debt: 0 })
    expect((await shop.details(tradeNo)).order.status).toBe('refunded')
  })

  test('the bonus of a top-up goes back to the site, spent or not', async () => {
    await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 10_000, bonus: 5000 }] })
    const plan = await t.plan({ year_price: 15_000 })
    const { member, intent } = await paid({ topup_amount: 10_000 })
    await order(member, { ...year(plan), use_balance: true })
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    await dispute(intent, 10_000)
    expect(await isOver(member)).toBe(true)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [] })
  })

  test('an unpaid order that holds the money is cancelled first', async () => {
    const { member, intent } = await paid({ topup_amount: 5000 })
    const plan = await t.plan({ month_price: 9000 })
    const { body } = await order(member, { ...month(plan), use_balance: true })
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    await dispute(intent, 5000)
    expect(await shop.status(member, body.trade_no)).toBe('cancelled')
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
  })

  test('a closed account owes nothing: the rest is the site’s loss', async () => {
    const plan = await t.plan()
    const { member, tradeNo, intent } = await paid(month(plan))
    await consume(member, 10 * GB)
    await t.database.db.update(accounts).set({ closedAt: now }).where(eq(accounts.id, member.id))
    const site = await shop.ledger('site')
    await dispute(intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    expect(await shop.ledger('site')).toBe(site - 1000)
    expect((await shop.details(tradeNo)).order.status).toBe('refunded')
  })
})

describe('money row 2: a debt', () => {
  /** A member who used all of a plan of 10.00 and charged it back. */
  async function debtor() {
    const plan = await t.plan()
    const { member, intent } = await paid(month(plan))
    await consume(member, 10 * GB)
    const id = newDispute()
    await dispute(intent, 1000, { id })
    expect(await money(member)).toEqual({ balance: 0, debt: 1000 })
    return { member, plan, intent, id }
  }

  test('stops purchases with a clear error, and a top-up pays it first', async () => {
    const { member, plan } = await debtor()
    expect(await order(member, month(plan))).toMatchObject({ status: 409, body: { code: 'account.in_debt' } })
    await paid({ topup_amount: 400 }, member)
    expect(await money(member)).toEqual({ balance: 0, debt: 600 })
    expect((await order(member, month(plan))).status).toBe(409)
    await paid({ topup_amount: 1000 }, member)
    expect(await money(member)).toEqual({ balance: 400, debt: 0 })
    expect((await order(member, month(plan))).status).toBe(200)
  })

  test('ends when the dispute is won, and what was paid of it returns', async () => {
    const { member, intent, id } = await debtor()
    await paid({ topup_amount: 400 }, member)
    await atOnce(() => dispute(intent, 1000, { id, moved: 2, status: 'won' }))
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
    await dispute(intent, 1000, { id, moved: 2, status: 'won' })
    expect(await money(member)).toEqual({ balance: 300, debt: 0 })
    expect(await shop.ledger('site')).toBe(site)
  })
})

describe('money row 2: a dispute won', () => {
  test('is credited if the term ended with money of others in it', async () => {
    const plan = await t.plan({ month_price: 4000 })
    const member = await t.member()
    await shop.give(member, 3000)
    const { intent } = await paid({ ...month(plan), use_balance: true }, member)
    const id = newDispute()
    await dispute(intent, 1000, { id })
    await dispute(intent, 1000, { id, moved: 2, status: 'won' })
    expect(await isOver(member)).toBe(true)
    expect(await money(member)).toEqual({ balance: 4000, debt: 0 })
  })

  test('puts on the balance what has no place, because another plan runs', async () => {
    const [plan, other] = [await t.plan(), await t.plan()]
    const { member, intent } = await paid(month(plan))
    const id = newDispute()
    await dispute(intent, 1000, { id })
    await paid(month(other), member)
    await dispute(intent, 1000, { id, moved: 2, status: 'won' })
    expect(await money(member)).toEqual({ balance: 1000, debt: 0 })
    expect((await shop.term(member)).planId).toBe(other.id)
  })

  test('returns a top-up with its bonus', async () => {
    const { member, intent } = await paid({ topup_amount: 5000 })
    const { balance } = await money(member)
    const id = newDispute()
    await dispute(intent, 5000, { id })
    expect(await money(member)).toEqual({ balance: 0, debt: 0 })
    await dispute(intent, 5000, { id, moved: 2, status: 'won' })
    expect(await money(member)).toEqual({ balance, debt: 0 })
  })
})

test('after all of this the books have no fault', async () => {
  expect((await checkLedger(t.database, jobActor('check_ledger'), now)).faults).toEqual([])
})
