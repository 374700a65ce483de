import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { month, startPaymentDesk } from '../../test/gateways/payment-desk.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { commissions } from '../commissions/commissions.table.ts'
import { askRefund } from './ask-refund.ts'

const DAY = 86_400_000
const desk = await forFile(startPaymentDesk())
const { t, shop, gateway, paid, pay, newNo, askRefund: refund, order, pass, isOver } = desk
const balanceOf = (member: Member) => shop.ledger('member', member.id)
/** A month of 10.00, paid through the gateway and opened. */
const paidMonth = async (buyer?: Member) => paid(month(await t.plan()), buyer)

test('a full refund goes through the gateway: the order is refunded and its term ends', async () => {
  const { member, tradeNo, intent } = await paidMonth()
  const [revenue, outside] = [await shop.ledger('revenue'), await shop.ledger('gateway')]
  const asked = await refund(tradeNo, { amount: 1000 })
  expect(asked).toMatchObject({ status: 200, body: { status: 'requested', amount: 1000, way: 'gateway', end_term: true } })
  expect(await shop.ledger('revenue'), 'set aside at once').toBe(revenue - 1000)
  expect((await order(tradeNo)).status).toBe('completed')
  await t.runJobs()
  const { order: ended, attempts, refunds, refundable } = await shop.details(tradeNo)
  expect(ended).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(attempts).toMatchObject([{ status: 'refunded' }])
  expect(refunds).toMatchObject([{ status: 'succeeded', attempt_no: attempts[0].attempt_no }])
  expect(refundable).toBeNull()
  expect(gateway.returned(intent)).toBe(1000)
  expect(await shop.ledger('gateway')).toBe(outside + 1000)
  expect(await isOver(member)).toBe(true)
})

test('a reader during a refund sees the order and its refunds in the same state', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { tradeNo } = await paidMonth()
    let seen = ''
    const going = refund(tradeNo, { amount: 1000, way: 'balance' })
    while (seen !== 'refunded') {
      for (const { order, refunds } of await atOnce(() => shop.details(tradeNo))) {
        expect([order.status, refunds.length]).toEqual(order.status === 'refunded' ? ['refunded', 1] : ['completed', 0])
        seen = order.status
      }
    }
    expect((await going).status).toBe(200)
  }
})

test('many refunds at once return the money once', async () => {
  const { tradeNo, intent } = await paidMonth()
  const answers = await atOnce(() => refund(tradeNo, { amount: 1000 }))
  expectOne(answers, 'refund.too_much')
  await t.runJobs()
  expect(gateway.returned(intent)).toBe(1000)
})

test('many calls with one refund number are one refund, also to the balance', async () => {
  const { member, tradeNo } = await paidMonth()
  const body = { refund_no: newNo(), way: 'balance', amount: 300 }
  const answers = await atOnce(() => refund(tradeNo, body))
  expect(new Set(answers.map((answer) => answer.body.refund_no))).toEqual(new Set([body.refund_no]))
  expect(await balanceOf(member)).toBe(300)
  expect((await refund(tradeNo, { ...body, amount: 301 })).body.code).toBe('refund.number_taken')
  const other = await paidMonth()
  expect((await refund(other.tradeNo, body)).body.code).toBe('refund.number_taken')
})

test('a partial refund leaves the order and its term; parts never exceed what was paid', async () => {
  const { member, tradeNo, intent } = await paidMonth()
  const before = await shop.term(member)
  expect((await refund(tradeNo, { amount: 400 })).body).toMatchObject({ end_term: false })
  await t.runJobs()
  const seen = await shop.details(tradeNo)
  expect(seen.order).toMatchObject({ status: 'completed', refunded_amount: 400 })
  expect(seen.attempts).toMatchObject([{ status: 'partly_refunded' }])
  expect(seen.refundable).toMatchObject({ total: 600, balance: 600, manual: 600, gateway: [{ amount: 600 }] })
  expect(await shop.term(member)).toEqual(before)
  expect((await refund(tradeNo, { amount: 601, way: 'balance' })).body.code).toBe('refund.too_much')
  expect((await refund(tradeNo, { amount: 500, way: 'balance' })).status).toBe(200)
  expect((await refund(tradeNo, { amount: 101 })).body.code).toBe('refund.too_much')
  expect((await refund(tradeNo, { amount: 100 })).status).toBe(200)
  await t.runJobs()
  expect((await order(tradeNo)).status).toBe('refunded')
  expect(gateway.returned(intent)).toBe(500)
  expect(await balanceOf(member)).toBe(500)
})

test('no more than was received goes back outside: what was paid from the balance returns to it', async () => {
  const buyer = await t.member()
  await shop.give(buyer, 300)
  const { tradeNo } = await paid({ ...month(await t.plan()), use_balance: true }, buyer)
  expect((await shop.details(tradeNo)).refundable).toMatchObject({ total: 1000, manual: 700, gateway: [{ amount: 700 }] })
  for (const way of ['gateway', 'manual']) expect((await refund(tradeNo, { way, amount: 701 })).body.code, way).toBe('refund.too_much')
  expect((await refund(tradeNo, { way: 'manual', amount: 700 })).status).toBe(200)
  expect((await refund(tradeNo, { amount: 1 })).body.code).toBe('refund.way_unavailable')
  expect((await refund(tradeNo, { way: 'balance', amount: 300 })).status).toBe(200)
  expect(await balanceOf(buyer)).toBe(300)
  expect((await order(tradeNo)).status).toBe('refunded')
})

test('an order paid from the balance is refunded to it, including the fee', async () => {
  const member = await t.member()
  await shop.give(member, 5000)
  const balance = await shop.method({ driver: 'balance', fee_percent: 500 })
  const { tradeNo } = await shop.order(undefined, member)
  await shop.checkout(member, tradeNo, balance)
  await t.runJobs()
  expect((await refund(tradeNo, { way: 'manual', amount: 1 })).body.code).toBe('refund.too_much')
  expect((await refund(tradeNo, { way: 'balance', amount: 1050 })).status).toBe(200)
  expect(await balanceOf(member)).toBe(5000)
})

test('a gateway that refuses finally leaves the money and the order unchanged', async () => {
  const { member, tradeNo, intent } = await paidMonth()
  const [revenue, term] = [await shop.ledger('revenue'), await shop.term(member)]
  // Given back at the gateway behind our back: it refuses more.
  const elsewhere = {
    id: 're_elsewhere',
    object: 'refund',
    amount: 900,
    currency: 'cny',
    payment_intent: intent,
    status: 'succeeded',
  } as const
  gateway.refunds.set(elsewhere.id, { ...elsewhere, metadata: {} })
  await refund(tradeNo, { amount: 1000 })
  await t.runJobs()
  const { order, refunds, refundable } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'completed', refunded_amount: 0 })
  expect(refunds).toMatchObject([{ status: 'failed' }])
  expect(refundable).toMatchObject({ total: 1000, gateway: [{ amount: 1000 }] })
  expect(await shop.ledger('revenue')).toBe(revenue)
  expect(await shop.term(member)).toEqual(term)
})

test('a gateway that does not answer is tried again and refunds once', async () => {
  const { tradeNo, intent } = await paidMonth()
  gateway.behaviour = { fail: true }
  await refund(tradeNo, { amount: 1000 })
  await t.runJobs()
  expect((await shop.details(tradeNo)).refunds).toMatchObject([{ status: 'requested' }])
  expect((await refund(tradeNo, { way: 'balance', amount: 1 })).body.code, 'it is under way').toBe('refund.too_much')
  gateway.behaviour = {}
  const { rows } = await t.database.pool.query('select max(id) as id from refunds')
  await atOnce(() => askRefund(t.database, rows[0].id, { now: t.app.now(), settings: t.app.settings(), log: t.app.log }))
  expect(gateway.returned(intent)).toBe(1000)
  expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
})

test('only the refunded part ends: months bought before and after stay, and later ones start earlier', async () => {
  const plan = await t.plan()
  const first = await paid(month(plan))
  const second = await paid(month(plan), first.member)
  const third = await paid(month(plan), first.member)
  const end = (await shop.term(first.member)).expiresAt!.getTime()
  const spans = async () => {
    const { rows } = await t.database.pool.query('select term_start, term_end from orders where trade_no = any($1) order by id', [
      [first.tradeNo, second.tradeNo, third.tradeNo],
    ])
    return rows.map((row) => ({ from: row.term_start.getTime() as number, to: row.term_end.getTime() as number }))
  }
  const before = await spans()
  const length = before[1]!.to - before[1]!.from
  await refund(second.tradeNo, { amount: 1000 })
  await t.runJobs()
  expect((await shop.term(first.member)).expiresAt!.getTime()).toBe(end - length)
  const after = await spans()
  expect(after[0]).toEqual(before[0])
  expect(after[2]).toEqual({ from: before[2]!.from - length, to: before[2]!.to - length })
  // The one that runs: what is left of it goes, and the next begins now.
  pass(5 * DAY)
  await refund(first.tradeNo, { amount: 1000 })
  await t.runJobs()
  const left = (await shop.term(first.member)).expiresAt!.getTime() - desk.now().getTime()
  expect(Math.abs(left - length)).toBeLessThan(2 * DAY)
})

test('a refund during a plan change is not counted again as the old plan’s value', async () => {
  const dearer = { plan_id: (await t.plan({ month_price: 5000 })).id, period: 'month_price', use_balance: false }
  const { member, tradeNo } = await paidMonth()
  const quoted = (await member.call('POST', '/muser/order/quote', dearer)).body
  await refund(tradeNo, { way: 'balance', amount: 300 })
  const late = await member.call('POST', '/muser/order/save', { quote: quoted.quote })
  expect(late.body.code).toBe('quote.stale')

  const change = (await member.call('POST', '/muser/order/save', dearer)).body
  expect(change).toMatchObject({ type: 'change', status: 'pending' })
  await refund(tradeNo, { way: 'balance', amount: 200 })
  await pay(member, change.trade_no)
  expect(await order(change.trade_no)).toMatchObject({ status: 'review', review_reason: 'subscription_changed' })
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 500 })
})

test('a permanent plan ends at once; an operator can choose to keep it', async () => {
  const plan = await t.plan({ onetime_price: 1000, month_price: null })
  const forGood = { plan_id: plan.id, period: 'onetime_price' }
  const [ended, kept] = [await paid(forGood), await paid(forGood)]
  expect((await refund(ended.tradeNo, { way: 'manual', amount: 1000 })).status).toBe(200)
  expect(await isOver(ended.member)).toBe(true)
  expect((await refund(kept.tradeNo, { way: 'manual', amount: 1000, end_term: false })).status).toBe(200)
  expect((await shop.term(kept.member)).expiresAt).toBeNull()
})

test('a top-up can be refunded while the member still has it, together with its bonus', async () => {
  await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 10_000, bonus: 999 }] })
  const { member, tradeNo } = await paid({ topup_amount: 10_000 })
  expect(await balanceOf(member)).toBe(10_999)
  expect((await refund(tradeNo, { way: 'balance', amount: 1 })).body.code).toBe('refund.way_unavailable')
  for (const amount of [3333, 3333]) expect((await refund(tradeNo, { way: 'manual', amount })).status).toBe(200)
  expect(await balanceOf(member)).toBe(10_999 - 6666 - 665)
  const { tradeNo: bought } = await shop.order(undefined, member)
  await shop.checkout(member, bought, await shop.method({ driver: 'balance' }))
  expect((await refund(tradeNo, { way: 'manual', amount: 3334 })).body.code).toBe('refund.spent')
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 6666 })
  await shop.give(member, 1000)
  expect((await refund(tradeNo, { way: 'manual', amount: 3334 })).status).toBe(200)
  expect(await balanceOf(member)).toBe(0)
  expect((await order(tradeNo)).status).toBe('refunded')
})

test('the commission is returned in proportion, and fully with a full refund', async () => {
  const [inviter, buyer] = [await t.member(), await t.member()]
  await t.database.db.update(accounts).set({ inviterId: inviter.id }).where(eq(accounts.id, buyer.id))
  const { tradeNo } = await paidMonth(buyer)
  const earned = async () => (await t.database.db.select().from(commissions).where(eq(commissions.receiverId, inviter.id)))[0]
  expect(await earned()).toMatchObject({ amount: 100, reversedAmount: 0, status: 'pending' })
  await refund(tradeNo, { way: 'balance', amount: 500 })
  expect(await earned()).toMatchObject({ reversedAmount: 50, status: 'pending' })
  await refund(tradeNo, { way: 'manual', amount: 500 })
  expect(await earned()).toMatchObject({ reversedAmount: 100, status: 'void' })
})

test('what is paid by hand with a method with instructions, and refunded by hand, stands under that method', async () => {
  const { member, tradeNo } = await shop.order()
  const bank = await shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'Account 1' }, fee_fixed: 50 })
  const at = async () => [await shop.ledger('gateway', bank.id), await shop.ledger('gateway', 0)]
  const [, before] = await at()
  await shop.checkout(member, tradeNo, bank)
  expect((await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'statement' })).status).toBe(200)
  expect(await at()).toEqual([-1050, before])
  await t.runJobs()
  expect((await refund(tradeNo, { way: 'manual', amount: 400, end_term: false })).status).toBe(200)
  expect(await at()).toEqual([-650, before])
})

test('an order in review can be refunded; unpaid, cancelled and assigned ones cannot', async () => {
  const unpaid = await shop.order()
  expect((await refund(unpaid.tradeNo, { way: 'manual', amount: 1 })).body.code).toBe('order.wrong_status')
  expect((await shop.details(unpaid.tradeNo)).refundable).toBeNull()
  const plan = await t.plan()
  const member = await t.member()
  const assigned = await shop.admin.call('POST', '/admin/orders', {
    email: member.email,
    plan_id: plan.id,
    period: 'month_price',
    total_amount: 5000,
  })
  expect(assigned).toMatchObject({ status: 200, body: { status: 'processing', total_amount: 5000, cash_amount: 0 } })
  await t.runJobs()
  expect((await shop.term(member)).planId).toBe(plan.id)
  expect((await refund(assigned.body.trade_no, { way: 'balance', amount: 1 })).body.code).toBe('refund.too_much')
  // Another plan came between payment and opening.
  const { member: other, tradeNo } = await shop.order()
  await t.subscribe(other.id, plan.groupId, { planId: plan.id })
  await shop.takeCash(tradeNo)
  await t.runJobs()
  expect(await order(tradeNo)).toMatchObject({ status: 'review', review_reason: 'other_plan_active' })
  expect((await refund(tradeNo, { way: 'balance', amount: 1000 })).status).toBe(200)
  expect((await order(tradeNo)).status).toBe('refunded')
  expect((await shop.term(other)).planId, 'the plan they hold is not what was refunded').toBe(plan.id)
})

test('bad input is named, and nothing is recorded; a refund by gateway is in the audit log once, when it is requested', async () => {
  const { tradeNo } = await paidMonth()
  const wrong = await refund(tradeNo, { refund_no: 'x', way: 'cash', amount: 0, reason: '' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.errors).toSorted()).toEqual(['amount', 'reason', 'refund_no', 'way'])
  expect(await audited(t, 'order', tradeNo)).toEqual([])
  await refund(tradeNo, { way: 'gateway', amount: 400 })
  const requested = await audited(t, 'order', tradeNo)
  expect(requested).toMatchObject([{ before: { refundedAmount: 0 }, after: { refundedAmount: 400, refund: { way: 'gateway' } } }])
  await t.runJobs()
  expect(await audited(t, 'order', tradeNo)).toEqual(requested)
})

test('each refund is one row of the audit log: who, how much, why, and the order’s new state', async () => {
  const { tradeNo } = await paidMonth()
  await refund(tradeNo, { way: 'balance', amount: 10 })
  await atOnce(() => refund(tradeNo, { refund_no: 'LASTOFTWENTY', way: 'manual', amount: 990 }))
  const by = { actorKind: 'staff', actorId: shop.admin.id, reason: 'asked for it' }
  const rows = await audited(t, 'order', tradeNo)
  expect(rows).toMatchObject([
    { ...by, action: 'order.refund' },
    { ...by, action: 'order.refund', before: { status: 'completed', refundedAmount: 10 } },
  ])
  const part = { refundNo: expect.any(String), way: 'balance', amount: 10, endTerm: false }
  expect([rows[0]!.before, rows[0]!.after]).toEqual([{ refundedAmount: 0 }, { refundedAmount: 10, refund: part }])
  expect(rows[1]!.after).toMatchObject({
    status: 'refunded',
    refundedAmount: 1000,
    termEnd: expect.any(String),
    refund: { refundNo: 'LASTOFTWENTY', way: 'manual', amount: 990, endTerm: true },
  })
})
