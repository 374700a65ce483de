import { expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { commissions } from '../commissions/commissions.table.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { eq } from 'drizzle-orm'

let serial = 0

const t = await forFile(startApp())
const gateway = await forFile(startStripe({ now: () => t.app.now() }))
const shop = await openShop(t)
const method = await shop.stripe(gateway)

const DAY = 86_400_000
const newNo = (): string => `REFUND${String(++serial).padStart(8, '0')}`
const refund = (tradeNo: string, body: Record<string, unknown>) =>
  shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, { refund_no: newNo(), way: 'gateway', reason: 'asked for it', ...body })

/** An order of 10.00 that was paid through the gateway and opened. */
async function paidByGateway(given: { plan?: { id: number }; buyer?: Member; useBalance?: boolean } = {}) {
  const { member, tradeNo } = await placed(given)
  const { body } = await shop.checkout(member, tradeNo, method)
  const session = new URL(body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  await t.runJobs()
  return { member, tradeNo, intent: String(gateway.sessions.get(session)!['payment_intent']) }
}

async function placed({ plan, buyer, useBalance }: { plan?: { id: number }; buyer?: Member; useBalance?: boolean }) {
  if (!useBalance) return shop.order(plan, buyer)
  const member = buyer ?? (await t.member())
  const { id } = plan ?? (await t.plan())
  const { body } = await member.call('POST', '/muser/order/save', { plan_id: id, period: 'month_price' })
  return { member, tradeNo: body.trade_no as string }
}

async function toppedUp(amount: number) {
  const member = await t.member()
  const { body } = await member.call('POST', '/muser/order/save', { topup_amount: amount })
  const started = await shop.checkout(member, body.trade_no, method)
  await gateway.pay(new URL(started.body.data).pathname.split('/').at(-1)!)
  await t.runJobs()
  return { member, tradeNo: body.trade_no as string }
}

const balanceOf = (member: Member) => shop.ledger('member', member.id)

test('a full refund goes through the gateway: the order is refunded and its term ends', async () => {
  const { member, tradeNo, intent } = await paidByGateway()
  const [revenue, outside] = [await shop.ledger('revenue'), await shop.ledger('gateway')]
  const asked = await refund(tradeNo, { amount: 1000 })
  expect(asked).toMatchObject({ status: 200, body: { status: 'requested', amount: 1000, way: 'gateway', end_term: true } })
  expect(await shop.ledger('revenue'), 'set aside at once').toBe(revenue - 1000)
  expect((await shop.details(tradeNo)).order.status).toBe('completed')
  await t.runJobs()
  const { order, attempts, refunds, refundable } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(attempts).toMatchObject([{ status: 'refunded' }])
  expect(refunds).toMatchObject([{ status: 'succeeded', attempt_no: attempts[0].attempt_no }])
  expect(refundable).toBeNull()
  expect(gateway.returned(intent)).toBe(1000)
  expect(await shop.ledger('gateway')).toBe(outside + 1000)
  expect((await shop.term(member)).expiresAt!.getTime()).toBeLessThanOrEqual(t.app.now().getTime())
})

test('a reader during a refund sees the order and its refunds in the same state', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { tradeNo } = await paidByGateway()
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
  const { tradeNo, intent } = await paidByGateway()
  const answers = await atOnce(() => refund(tradeNo, { amount: 1000 }))
  expectOne(answers, 'refund.too_much')
  await t.runJobs()
  expect(gateway.returned(intent)).toBe(1000)
})

test('many calls with one refund number are one refund, also to the balance', async () => {
  const { member, tradeNo } = await paidByGateway()
  const body = { refund_no: newNo(), way: 'balance', amount: 300 }
  const answers = await atOnce(() => refund(tradeNo, body))
  expect(new Set(answers.map((answer) => answer.body.refund_no))).toEqual(new Set([body.refund_no]))
  expect(await balanceOf(member)).toBe(300)
  expect((await refund(tradeNo, { ...body, amount: 301 })).body.code).toBe('refund.number_taken')
  const other = await paidByGateway()
  expect((await refund(other.tradeNo, body)).body.code).toBe('refund.number_taken')
})

test('a partial refund leaves the order and its term; parts never exceed what was paid', async () => {
  const { member, tradeNo, intent } = await paidByGateway()
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
  expect((await shop.details(tradeNo)).order.status).toBe('refunded')
  expect(gateway.returned(intent)).toBe(500)
  expect(await balanceOf(member)).toBe(500)
})

test('no more than was received goes back outside: what was paid from the balance returns to it', async () => {
  const buyer = await t.member()
  await shop.give(buyer, 300)
  const { tradeNo } = await paidByGateway({ buyer, useBalance: true })
  expect((await shop.details(tradeNo)).refundable).toMatchObject({ total: 1000, manual: 700, gateway: [{ amount: 700 }] })
  for (const way of ['gateway', 'manual']) expect((await refund(tradeNo, { way, amount: 701 })).body.code, way).toBe('refund.too_much')
  expect((await refund(tradeNo, { way: 'manual', amount: 700 })).status).toBe(200)
  expect((await refund(tradeNo, { amount: 1 })).body.code).toBe('refund.way_unavailable')
  expect((await refund(tradeNo, { way: 'balance', amount: 300 })).status).toBe(200)
  expect(await balanceOf(buyer)).toBe(300)
  expect((await shop.details(tradeNo)).order.status).toBe('refunded')
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
  const { member, tradeNo, intent } = await paidByGateway()
  const [revenue, term] = [await shop.ledger('revenue'), await shop.term(member)]
  // Given back at the gateway behind our back: it refuses more.
  gateway.refunds.set('elsewhere', { ...plainRefund(intent, 900) })
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
  const { tradeNo, intent } = await paidByGateway()
  gateway.behaviour = { fail: true }
  await refund(tradeNo, { amount: 1000 })
  await t.runJobs()
  expect((await shop.details(tradeNo)).refunds).toMatchObject([{ status: 'requested' }])
  expect((await refund(tradeNo, { way: 'balance', amount: 1 })).body.code, 'it is under way').toBe('refund.too_much')
  gateway.behaviour = {}
  const { askRefund } = await import('./ask-refund.ts')
  const { rows } = await t.database.pool.query('select max(id) as id from refunds')
  await atOnce(() => askRefund(t.database, rows[0].id, { now: t.app.now(), settings: t.app.settings(), log: t.app.log }))
  expect(gateway.returned(intent)).toBe(1000)
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
})

test('only the refunded part ends: months bought before and after stay, and later ones start earlier', async () => {
  const plan = await t.plan()
  const first = await paidByGateway({ plan })
  const second = await paidByGateway({ plan, buyer: first.member })
  const third = await paidByGateway({ plan, buyer: first.member })
  const end = (await shop.term(first.member)).expiresAt!.getTime()
  const spans = async () => {
    const { rows } = await t.database.pool.query('select term_start, term_end from orders where trade_no = any($1) order by id', [
      [first.tradeNo, second.tradeNo, third.tradeNo],
    ])
    return rows.map((row) => ({ from: row.term_start.getTime() as number, to: row.term_end.getTime() as number }))
  }
  const before = await spans()
  const month = before[1]!.to - before[1]!.from
  await refund(second.tradeNo, { amount: 1000 })
  await t.runJobs()
  expect((await shop.term(first.member)).expiresAt!.getTime()).toBe(end - month)
  const after = await spans()
  expect(after[0]).toEqual(before[0])
  expect(after[2]).toEqual({ from: before[2]!.from - month, to: before[2]!.to - month })
  // The one that runs: what is left of it goes, and the next begins now.
  t.travel(5 * DAY)
  await refund(first.tradeNo, { amount: 1000 })
  await t.runJobs()
  const left = (await shop.term(first.member)).expiresAt!.getTime() - t.app.now().getTime()
  expect(Math.abs(left - month)).toBeLessThan(2 * DAY)
})

test('a refund during a plan change is not counted again as the old plan’s value', async () => {
  const dearer = { plan_id: (await t.plan({ month_price: 5000 })).id, period: 'month_price', use_balance: false }
  const { member, tradeNo } = await paidByGateway()
  const quoted = (await member.call('POST', '/muser/order/quote', dearer)).body
  await refund(tradeNo, { way: 'balance', amount: 300 })
  const late = await member.call('POST', '/muser/order/save', { quote: quoted.quote })
  expect(late.body.code).toBe('quote.stale')

  const change = (await member.call('POST', '/muser/order/save', dearer)).body
  expect(change).toMatchObject({ type: 'change', status: 'pending' })
  await refund(tradeNo, { way: 'balance', amount: 200 })
  const { body } = await shop.checkout(member, change.trade_no, method)
  await gateway.pay(new URL(body.data).pathname.split('/').at(-1)!)
  await t.runJobs()
  expect((await shop.details(change.trade_no)).order).toMatchObject({ status: 'review', review_reason: 'subscription_changed' })
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'completed', refunded_amount: 500 })
})

test('a permanent plan ends at once; an operator can choose to keep it', async () => {
  const plan = await t.plan({ onetime_price: 1000, month_price: null })
  const buy = async () => {
    const member = await t.member()
    const { body } = await member.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'onetime_price' })
    await shop.admin.call('POST', `/admin/orders/${body.trade_no}/payment`, { note: 'cash' })
    await t.runJobs()
    return { member, tradeNo: body.trade_no as string }
  }
  const [ended, kept] = [await buy(), await buy()]
  expect((await refund(ended.tradeNo, { way: 'manual', amount: 1000 })).status).toBe(200)
  expect((await shop.term(ended.member)).expiresAt!.getTime()).toBeLessThanOrEqual(t.app.now().getTime())
  expect((await refund(kept.tradeNo, { way: 'manual', amount: 1000, end_term: false })).status).toBe(200)
  expect((await shop.term(kept.member)).expiresAt).toBeNull()
})

test('a top-up can be refunded while the member still has it, together with its bonus', async () => {
  await shop.admin.call('PATCH', '/admin/settings', { 'topup.tiers': [{ amount: 10_000, bonus: 999 }] })
  await t.app.reloadSettings()
  const { member, tradeNo } = await toppedUp(10_000)
  expect(await balanceOf(member)).toBe(10_999)
  expect((await refund(tradeNo, { way: 'balance', amount: 1 })).body.code).toBe('refund.way_unavailable')
  for (const amount of [3333, 3333]) expect((await refund(tradeNo, { way: 'manual', amount })).status).toBe(200)
  expect(await balanceOf(member)).toBe(10_999 - 6666 - 665)
  const { tradeNo: bought } = await shop.order(undefined, member)
  await shop.checkout(member, bought, await shop.method({ driver: 'balance' }))
  expect((await refund(tradeNo, { way: 'manual', amount: 3334 })).body.code).toBe('refund.spent')
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'completed', refunded_amount: 6666 })
  await shop.give(member, 1000)
  expect((await refund(tradeNo, { way: 'manual', amount: 3334 })).status).toBe(200)
  expect(await balanceOf(member)).toBe(0)
  expect((await shop.details(tradeNo)).order.status).toBe('refunded')
})

test('the commission is returned in proportion, and fully with a full refund', async () => {
  const [inviter, buyer] = [await t.member(), await t.member()]
  await t.database.db.update(accounts).set({ inviterId: inviter.id }).where(eq(accounts.id, buyer.id))
  const { tradeNo } = await paidByGateway({ buyer })
  const earned = async () => (await t.database.db.select().from(commissions).where(eq(commissions.receiverId, inviter.id)))[0]
  expect(await earned()).toMatchObject({ amount: 100, reversedAmount: 0, status: 'pending' })
  await refund(tradeNo, { way: 'balance', amount: 500 })
  expect(await earned()).toMatchObject({ reversedAmount: 50, status: 'pending' })
  await refund(tradeNo, { way: 'manual', amount: 500 })
  expect(await earned()).toMatchObject({ reversedAmount: 100, status: 'void' })
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
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'review', review_reason: 'other_plan_active' })
  expect((await refund(tradeNo, { way: 'balance', amount: 1000 })).status).toBe(200)
  expect((await shop.details(tradeNo)).order.status).toBe('refunded')
  expect((await shop.term(other)).planId, 'the plan they hold is not what was refunded').toBe(plan.id)
})

test('bad input is named, and members get no access', async () => {
  const { member, tradeNo } = await paidByGateway()
  const wrong = await refund(tradeNo, { refund_no: 'x', way: 'cash', amount: 0, reason: '' })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.errors).toSorted()).toEqual(['amount', 'reason', 'refund_no', 'way'])
  expect((await member.call('POST', `/admin/orders/${tradeNo}/refunds`, {})).status).toBe(404)
  expect((await refund('NOSUCHORDER1', { amount: 1 })).body.code).toBe('order.not_found')
  expect(await audited(t, 'order', tradeNo)).toEqual([])
})

test('each refund is one row of the audit log: who, how much, why, and the order’s new state', async () => {
  const { tradeNo } = await paidByGateway()
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

test('a refund by gateway is in the audit log once, when it is requested', async () => {
  const { tradeNo } = await paidByGateway()
  await refund(tradeNo, { way: 'gateway', amount: 400 })
  const requested = await audited(t, 'order', tradeNo)
  expect(requested).toMatchObject([{ before: { refundedAmount: 0 }, after: { refundedAmount: 400, refund: { way: 'gateway' } } }])
  await t.runJobs()
  expect(await audited(t, 'order', tradeNo)).toEqual(requested)
})

function plainRefund(intent: string, amount: number) {
  return {
    id: `re_${++serial}`,
    object: 'refund' as const,
    amount,
    currency: 'cny',
    payment_intent: intent,
    status: 'succeeded',
    metadata: {},
  }
}
