import { describe, expect, test } from 'vitest'
import { forFile, type Member } from '../../test/harness.ts'
import { month, startPaymentDesk, year } from '../../test/gateways/payment-desk.ts'
import { eq } from 'drizzle-orm'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { disputeEvent, newDispute } from '../../test/gateways/stripe-dispute.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { commissions } from '../commissions/commissions.table.ts'

const desk = await forFile(startPaymentDesk())
const { t, shop, paid, place, refund, reportRefund, chargeBack, win, consume, order, money, room, isOver } = desk

let serial = 0
const newId = (): string => `re_failed_${++serial}`
const nothing = { balance: 0, debt: 0 }

/** A month of 10.00, and a refund of it that waits for the gateway. */
async function underWay(amount: number) {
  const plan = await t.plan()
  const bought = await paid(month(plan))
  desk.gateway.behaviour = { fail: true }
  const refundNo = await refund(bought.tradeNo, { amount })
  await t.runJobs()
  desk.gateway.behaviour = {}
  return { ...bought, plan, fails: () => reportRefund(bought.intent, amount, { id: newId(), refundNo, status: 'failed' }) }
}

describe('a chargeback during a refund that then fails', () => {
  test('takes the money that came back: it can be refunded no more, and nothing is owed', async () => {
    const { member, tradeNo, intent, fails } = await underWay(1000)
    const id = await chargeBack(intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: 1000 })
    await fails()
    expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    expect(await room(tradeNo)).toBe(0)
    expect(await money(member)).toEqual(nothing)
    expect(await isOver(member)).toBe(true)
    await win(intent, 1000, id)
    expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect(await room(tradeNo)).toBe(1000)
    expect(await isOver(member)).toBe(false)
    expect(await money(member)).toEqual(nothing)
  })

  test('what was used of it is still owed', async () => {
    const { member, tradeNo, intent, fails } = await underWay(1000)
    await consume(member, 3 * 2 ** 30)
    await chargeBack(intent, 1000)
    await fails()
    expect(await money(member)).toEqual({ balance: 0, debt: 300 })
    expect(await room(tradeNo)).toBe(0)
  })

  test('other balance that was taken instead returns', async () => {
    const { member, intent, fails } = await underWay(1000)
    await shop.give(member, 1500)
    await chargeBack(intent, 1000)
    expect(await money(member)).toEqual({ balance: 500, debt: 0 })
    await fails()
    expect(await money(member)).toEqual({ balance: 1500, debt: 0 })
  })

  test('if it had cut the term, the money that comes back pays the debt', async () => {
    const { member, tradeNo, intent, fails } = await underWay(600)
    await chargeBack(intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: 600 })
    expect(await isOver(member)).toBe(true)
    await fails()
    expect(await money(member)).toEqual(nothing)
    expect(await room(tradeNo)).toBe(0)
  })

  test('also if the refund was done, and has ended the term', async () => {
    const { member, tradeNo, intent } = await paid(month(await t.plan()))
    const refundNo = await refund(tradeNo, { amount: 1000 })
    await t.runJobs()
    await chargeBack(intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: 1000 })
    await reportRefund(intent, 1000, { id: newId(), refundNo, status: 'failed' })
    expect(await money(member)).toEqual(nothing)
    expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    expect(await room(tradeNo)).toBe(0)
  })

  test('what it has taken already is not taken again, even if the refund had taken other money', async () => {
    const [dear, cheap] = [await t.plan({ month_price: 1000 }), await t.plan({ month_price: 500 })]
    const { member, tradeNo, intent } = await paid({ topup_amount: 1000 })
    await place(member, { ...month(dear), use_balance: true })
    await paid({ topup_amount: 1000 }, member)
    const refundNo = await refund(tradeNo, { amount: 1000 })
    await t.runJobs()
    await chargeBack(intent, 500)
    expect(await isOver(member)).toBe(true)
    await place(member, { ...month(cheap), use_balance: true })
    const returned = await paid({ topup_amount: 1000 }, member)
    await refund(returned.tradeNo, { amount: 1000 })
    await t.runJobs()
    await chargeBack(returned.intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: 1000 })
    await reportRefund(intent, 1000, { id: newId(), refundNo, status: 'failed' })
    expect(await money(member)).toEqual(nothing)
    expect(await isOver(member), 'the second plan runs on').toBe(false)
  })

  test('also of a top-up, with its bonus', async () => {
    await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 5000, bonus: 500 }] })
    const { member, tradeNo, intent } = await paid({ topup_amount: 5000 })
    const refundNo = await refund(tradeNo, { amount: 5000 })
    await chargeBack(intent, 5000)
    expect(await money(member)).toEqual({ balance: 0, debt: 5000 })
    await reportRefund(intent, 5000, { id: newId(), refundNo, status: 'failed' })
    expect(await money(member)).toEqual(nothing)
    expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 5000 })
    await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [] })
  })
})

test.each([1000, 400])(
  '%d refunded at the dashboard fail after a chargeback of all, which takes them instead: nothing is owed',
  async (amount) => {
    const { member, tradeNo, intent } = await paid(month(await t.plan()))
    const id = newId()
    await reportRefund(intent, amount, { id })
    await chargeBack(intent, 1000)
    expect(await money(member)).toEqual({ balance: 0, debt: amount })
    expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    await reportRefund(intent, amount, { id, status: 'failed' })
    expect(await money(member)).toEqual(nothing)
    expect(await isOver(member)).toBe(true)
    expect(await room(tradeNo)).toBe(0)
  },
)

test('a refund at the dashboard during one of ours that then fails is no loss of the site', async () => {
  const { tradeNo, intent, fails } = await underWay(1000)
  const site = await shop.ledger('site')
  await reportRefund(intent, 400, { id: newId() })
  expect(await shop.ledger('site')).toBe(site - 400)
  await fails()
  expect(await shop.ledger('site')).toBe(site)
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 400 })
  expect(await room(tradeNo)).toBe(600)
})

test('of two chargebacks of a payment, one is won: the other takes what came back', async () => {
  const { member, tradeNo, intent } = await paid(month(await t.plan()))
  const first = await chargeBack(intent, 1000)
  await chargeBack(intent, 1000)
  expect(await money(member)).toEqual({ balance: 0, debt: 1000 })
  await win(intent, 1000, first)
  expect(await money(member)).toEqual(nothing)
  expect(await isOver(member)).toBe(true)
  expect(await room(tradeNo)).toBe(0)
})

describe('a refund that fails', () => {
  test('after a change of plan: the money is on the balance, and can be refunded from there', async () => {
    const { member, tradeNo, fails } = await underWay(400)
    const dear = await t.plan({ month_price: 5000 })
    await paid(month(dear), member)
    expect(await order(tradeNo)).toMatchObject({ status: 'absorbed', refunded_amount: 400 })
    expect(await room(tradeNo)).toBe(600)
    await fails()
    expect(await money(member)).toEqual({ balance: 400, debt: 0 })
    expect(await room(tradeNo)).toBe(1000)
    await refund(tradeNo, { amount: 400, end_term: false })
    await t.runJobs()
    expect(await money(member)).toEqual(nothing)
    expect(await room(tradeNo)).toBe(600)
  })

  test('after the change of plan that absorbed the order was undone: the order is as it was', async () => {
    const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
    const { member, tradeNo, intent } = await paid(year(basic))
    const { tradeNo: change } = await paid(year(pro), member)
    await refund(change, { amount: 10_000 })
    await t.runJobs()
    expect((await shop.term(member)).planId).toBe(basic.id)
    const refundNo = await refund(tradeNo, { amount: 30_000, end_term: false })
    await t.runJobs()
    expect(await order(tradeNo)).toMatchObject({ status: 'refunded' })
    await reportRefund(intent, 30_000, { id: newId(), refundNo, status: 'failed' })
    expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect(await room(tradeNo)).toBe(30_000)
  })

  test('after it undid a change of plan: the payment of the change is on the balance', async () => {
    const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
    const { member } = await paid(year(basic))
    const { tradeNo: change, intent } = await paid(year(pro), member)
    const refundNo = await refund(change, { amount: 10_000 })
    await t.runJobs()
    await reportRefund(intent, 10_000, { id: newId(), refundNo, status: 'failed' })
    expect(await money(member)).toEqual({ balance: 10_000, debt: 0 })
    expect(await room(change)).toBe(10_000)
    await chargeBack(intent, 10_000)
    expect(await money(member)).toEqual(nothing)
    expect(await room(change)).toBe(0)
  })
})

test('a refund of a change that was undone meanwhile, and whose dispute was won, puts its money on the balance when it fails', async () => {
  const [basic, pro] = [await t.plan({ year_price: 30_000 }), await t.plan({ year_price: 40_000 })]
  const { member } = await paid(year(basic))
  const { tradeNo: change, intent } = await paid(year(pro), member)
  desk.gateway.behaviour = { fail: true }
  const refundNo = await refund(change, { amount: 4000, end_term: false })
  await t.runJobs()
  desk.gateway.behaviour = {}
  const id = await chargeBack(intent, 10_000)
  expect((await shop.term(member)).planId).toBe(basic.id)
  await win(intent, 10_000, id)
  const before = await money(member)
  await reportRefund(intent, 4000, { id: newId(), refundNo, status: 'failed' })
  expect(await money(member)).toEqual({ balance: before.balance + 4000, debt: 0 })
})

const { gateway, method, pay } = desk
const paidMonth = async (buyer?: Member) => desk.paid(month(await t.plan()), buyer)

const dispute = (intent: string, amount: number, id = newDispute(), currency = 'cny') =>
  gateway.deliver(disputeEvent(gateway, 'created', intent, amount, { id, currency }))
const refunded = (intent: string, amount: number, refundNo?: string, id = `re_${++serial}`) =>
  desk.reportRefund(intent, amount, { id, ...(refundNo === undefined ? {} : { refundNo }) })
const open = async () =>
  (await shop.admin.call('GET', '/admin/reversals', { state: 'open', page_size: 100 })).body.items as { id: number }[]
const reversalsOf = async (tradeNo: string) =>
  (await shop.admin.call('GET', '/admin/reversals', { page_size: 100 })).body.items.filter(
    (one: { trade_no: string }) => one.trade_no === tradeNo,
  )

test('a chargeback reported many times is booked once: order refunded, term ended, commission void, an operator notified', async () => {
  const [inviter, buyer] = [await t.member(), await t.member()]
  await t.database.db.update(accounts).set({ inviterId: inviter.id }).where(eq(accounts.id, buyer.id))
  const { tradeNo, intent } = await paidMonth(buyer)
  const [revenue, outside] = [await shop.ledger('revenue'), await shop.ledger('gateway', method.id)]
  const answers = await atOnce(() => dispute(intent, 1000, 'dp_same'))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  expect(await desk.money(buyer)).toEqual({ balance: 0, debt: 0 })
  expect(await shop.ledger('revenue')).toBe(revenue - 1000)
  expect(await shop.ledger('gateway', method.id)).toBe(outside + 1000)
  const { order, attempts, refundable } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(attempts).toMatchObject([{ status: 'refunded' }])
  expect(refundable).toBeNull()
  expect(await isOver(buyer)).toBe(true)
  const [commission] = await t.database.db.select().from(commissions).where(eq(commissions.receiverId, inviter.id))
  expect(commission).toMatchObject({ status: 'void' })
  expect(await reversalsOf(tradeNo)).toMatchObject([
    { cause: 'chargeback', outcome: 'order', value_amount: 1000, loss_amount: 0, reviewed_at: null },
  ])
})

test('an operator marks a reversal as reviewed, once', async () => {
  const { tradeNo, intent } = await paidMonth()
  await dispute(intent, 1000)
  const [{ id, reversal_no }] = await reversalsOf(tradeNo)
  expect((await open()).map((one) => one.id)).toContain(id)
  const answers = await atOnce(() => shop.admin.call('POST', `/admin/reversals/${id}/review`, { note: 'fraud' }))
  expectOne(answers, 'receipt.wrong_status')
  const rows = await audited(t, 'reversal', reversal_no)
  expect(rows).toMatchObject([{ action: 'reversal.review', actorKind: 'staff', actorId: shop.admin.id, reason: 'fraud' }])
  expect(rows[0]!.before).toEqual({ reviewedAt: null, reviewedBy: null, reviewNote: null })
  expect((await open()).map((one) => one.id)).not.toContain(id)
})

test('partial refunds made at the gateway add up, each with its own number', async () => {
  const { member, tradeNo, intent } = await paidMonth()
  const before = await shop.term(member)
  await refunded(intent, 300)
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 300 })
  expect(await shop.term(member)).toEqual(before)
  await refunded(intent, 700)
  expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
})

test('a notification of our own refund only confirms it, with our number, the gateway’s or neither, early or late', async () => {
  for (const how of ['number', 'external', 'neither', 'before'] as const) {
    const { tradeNo, intent } = await paidMonth()
    const refundNo = await desk.refund(tradeNo, { amount: 1000 })
    if (how === 'before' || how === 'neither') await refunded(intent, 1000, how === 'before' ? refundNo : undefined)
    await t.runJobs()
    const made = [...gateway.refunds.values()].find(({ payment_intent }) => payment_intent === intent)
    if (how === 'number') await refunded(intent, 1000, refundNo)
    if (how === 'external') await refunded(intent, 1000, undefined, made!.id)
    const { order, refunds } = await shop.details(tradeNo)
    expect(order, how).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    expect(refunds, how).toMatchObject([{ status: 'succeeded' }])
    expect(await reversalsOf(tradeNo), `${how}: nobody needs to look`).toEqual([])
  }
})

test('a refund reported before its payment is refused, and booked when it is reported again', async () => {
  const { member, tradeNo } = await shop.order()
  expect((await refunded('pi_unknown', 1000)).status).toBe(404)
  expect((await refunded(await pay(member, tradeNo), 1000)).status).toBe(200)
  expect((await order(tradeNo)).status).toBe('refunded')
})

test('an order whose money is taken back before it opens is not opened', async () => {
  const { member, tradeNo } = await shop.order()
  const session = new URL((await shop.checkout(member, tradeNo, method)).body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  await dispute(String(gateway.sessions.get(session)!['payment_intent']), 1000)
  await t.runJobs()
  expect(await order(tradeNo)).toMatchObject({ status: 'refunded', review_reason: 'money_taken_back' })
  expect((await shop.term(member)).planId).toBeNull()
})

test('a charged-back top-up is taken from the balance, then from the plan that was bought with it', async () => {
  const { member, tradeNo, intent } = await desk.paid({ topup_amount: 5000 })
  await shop.checkout(member, await place(member, month(await t.plan())), await shop.method({ driver: 'balance' }))
  await t.runJobs()
  await dispute(intent, 5000)
  expect(await desk.money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await reversalsOf(tradeNo)).toMatchObject([{ outcome: 'order', value_amount: 5000, loss_amount: 0 }])
  expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 5000 })
  expect(await isOver(member)).toBe(true)
})

test('a late payment on the balance is taken from it again', async () => {
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, method)
  await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  const session = new URL(body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  expect(await shop.ledger('member', member.id)).toBe(1000)
  await refunded(String(gateway.sessions.get(session)!['payment_intent']), 1000)
  expect(await shop.ledger('member', member.id)).toBe(0)
  expect(await reversalsOf(tradeNo)).toMatchObject([{ outcome: 'balance', loss_amount: 0 }])
})

test('another currency is refused', async () => {
  const { tradeNo, intent } = await paidMonth()
  expect((await dispute(intent, 1000, 'dp_usd', 'usd')).status).toBe(400)
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 0 })
})

test('in a currency with a rate, parts and whole are exact', async () => {
  const dollars = await shop.stripe(gateway, { currency: 'USD', exchange_rate: 139_000 })
  const { member, tradeNo } = await shop.order()
  const intent = await pay(member, tradeNo, undefined, dollars)
  const parts = [33, 33, 73]
  for (const part of parts) await dispute(intent, part, undefined, 'usd')
  const { order } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(await shop.ledger('gateway', dollars.id)).toBe(0)
  gateway.webhookUrl = method.notify_url
})
