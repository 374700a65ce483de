import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { month, startPaymentDesk } from '../../test/gateways/payment-desk.ts'
import { disputeEvent, newDispute } from '../../test/gateways/stripe-dispute.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { commissions } from '../commissions/commissions.table.ts'

const desk = await forFile(startPaymentDesk())
const { t, shop, gateway, method, place, pay, order, isOver } = desk
const paid = async (buyer?: Member) => desk.paid(month(await t.plan()), buyer)

let serial = 0
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
  const { tradeNo, intent } = await paid(buyer)
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
  const { tradeNo, intent } = await paid()
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
  const { member, tradeNo, intent } = await paid()
  const before = await shop.term(member)
  await refunded(intent, 300)
  expect(await order(tradeNo)).toMatchObject({ status: 'completed', refunded_amount: 300 })
  expect(await shop.term(member)).toEqual(before)
  await refunded(intent, 700)
  expect(await order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
})

test('a notification of our own refund only confirms it, with our number, the gateway’s or neither, early or late', async () => {
  for (const how of ['number', 'external', 'neither', 'before'] as const) {
    const { tradeNo, intent } = await paid()
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
  const { tradeNo, intent } = await paid()
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
