import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { startStripe } from '../../test/gateways/stripe.ts'
import { disputeEvent, newDispute } from '../../test/gateways/stripe-dispute.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { commissions } from '../commissions/commissions.table.ts'

let serial = 0

const [t, gateway] = await Promise.all([forFile(startApp()), forFile(startStripe())])
const shop = await openShop(t)
const method = await shop.stripe(gateway)

async function pay(member: Member, tradeNo: string, by = method): Promise<string> {
  const { body } = await shop.checkout(member, tradeNo, by)
  const session = new URL(body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  return String(gateway.sessions.get(session)!['payment_intent'])
}

async function paid(buyer?: Member) {
  const { member, tradeNo } = await shop.order(undefined, buyer)
  const intent = await pay(member, tradeNo)
  await t.runJobs()
  return { member, tradeNo, intent }
}

const dispute = (intent: string, amount: number, id = newDispute(), currency = 'cny') =>
  gateway.deliver(disputeEvent(gateway, 'created', intent, amount, { id, currency }))
const refunded = (intent: string, amount: number, refundNo: string | null, id = `re_${++serial}`) =>
  gateway.deliver(
    gateway.event('refund.updated', {
      id,
      object: 'refund',
      amount,
      currency: 'cny',
      payment_intent: intent,
      status: 'succeeded',
      metadata: refundNo ? { refund_no: refundNo } : {},
    }),
  )
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
  const owed = async () => -(await shop.ledger('debt', buyer.id))
  const answers = await atOnce(() => dispute(intent, 1000, 'dp_same'))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  // A moment of the plan was used.
  expect(await owed()).toBeLessThanOrEqual(1)
  expect(await shop.ledger('revenue')).toBe(revenue - 1000 + (await owed()))
  expect(await shop.ledger('gateway', method.id)).toBe(outside + 1000)
  const { order, attempts, refundable } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(attempts).toMatchObject([{ status: 'refunded' }])
  expect(refundable).toBeNull()
  expect((await shop.term(buyer)).expiresAt!.getTime()).toBeLessThanOrEqual(t.app.now().getTime())
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
  expect((await shop.admin.call('POST', '/admin/reversals/999999/review', { note: 'x' })).status).toBe(404)
})

test('partial refunds made at the gateway add up, each with its own number', async () => {
  const { member, tradeNo, intent } = await paid()
  const before = await shop.term(member)
  await refunded(intent, 300, null)
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'completed', refunded_amount: 300 })
  expect(await shop.term(member)).toEqual(before)
  await refunded(intent, 700, null)
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
})

test('a notification of our own refund only confirms it, with our number, the gateway’s or neither, early or late', async () => {
  for (const how of ['number', 'external', 'neither', 'before'] as const) {
    const { tradeNo, intent } = await paid()
    const refundNo = `OURS${String(++serial).padStart(10, '0')}`
    await shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, { refund_no: refundNo, way: 'gateway', amount: 1000, reason: 'r' })
    if (how === 'before' || how === 'neither') await refunded(intent, 1000, how === 'before' ? refundNo : null)
    await t.runJobs()
    const made = [...gateway.refunds.values()].find(({ payment_intent }) => payment_intent === intent)
    if (how === 'number') await refunded(intent, 1000, refundNo)
    if (how === 'external') await refunded(intent, 1000, null, made!.id)
    const { order, refunds } = await shop.details(tradeNo)
    expect(order, how).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
    expect(refunds, how).toMatchObject([{ status: 'succeeded' }])
    expect(await reversalsOf(tradeNo), `${how}: nobody needs to look`).toEqual([])
  }
})

test('a refund reported before its payment is refused, and booked when it is reported again', async () => {
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, method)
  expect((await refunded('pi_unknown', 1000, null)).status).toBe(404)
  const session = new URL(body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  await t.runJobs()
  expect((await refunded(String(gateway.sessions.get(session)!['payment_intent']), 1000, null)).status).toBe(200)
  expect((await shop.details(tradeNo)).order.status).toBe('refunded')
})

test('an order whose money is taken back before it opens is not opened', async () => {
  const { member, tradeNo } = await shop.order()
  const intent = await pay(member, tradeNo)
  await dispute(intent, 1000)
  await t.runJobs()
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'refunded', review_reason: 'money_taken_back' })
  expect((await shop.term(member)).planId).toBeNull()
})

test('a charged-back top-up is taken from the balance, then from the plan that was bought with it', async () => {
  const member = await t.member()
  const { body } = await member.call('POST', '/muser/order/save', { topup_amount: 5000 })
  const intent = await pay(member, body.trade_no)
  await t.runJobs()
  const { tradeNo } = await shop.order(undefined, member)
  await shop.checkout(member, tradeNo, await shop.method({ driver: 'balance' }))
  await t.runJobs()
  await dispute(intent, 5000)
  expect(await shop.ledger('member', member.id)).toBe(0)
  expect(await shop.ledger('debt', member.id)).toBeGreaterThanOrEqual(-1)
  expect(await reversalsOf(body.trade_no)).toMatchObject([{ outcome: 'order', value_amount: 5000, loss_amount: 0 }])
  expect((await shop.details(body.trade_no)).order).toMatchObject({ status: 'refunded', refunded_amount: 5000 })
  expect((await shop.term(member)).expiresAt!.getTime()).toBeLessThanOrEqual(t.app.now().getTime())
})

test('a charged-back payment that was refunded to the balance is taken from the balance', async () => {
  const { member, tradeNo, intent } = await paid()
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/refunds`, {
    refund_no: `TWICE${++serial}000000`,
    way: 'balance',
    amount: 1000,
    reason: 'r',
  })
  expect(await shop.ledger('member', member.id)).toBe(1000)
  await dispute(intent, 1000)
  expect(await shop.ledger('member', member.id)).toBe(0)
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
})

test('a late payment on the balance is taken from it again', async () => {
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, method)
  await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })
  const session = new URL(body.data).pathname.split('/').at(-1)!
  await gateway.pay(session)
  expect(await shop.ledger('member', member.id)).toBe(1000)
  await refunded(String(gateway.sessions.get(session)!['payment_intent']), 1000, null)
  expect(await shop.ledger('member', member.id)).toBe(0)
  expect(await reversalsOf(tradeNo)).toMatchObject([{ outcome: 'balance', loss_amount: 0 }])
})

test('another currency is refused', async () => {
  const { tradeNo, intent } = await paid()
  expect((await dispute(intent, 1000, 'dp_usd', 'usd')).status).toBe(400)
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'completed', refunded_amount: 0 })
})

test('a payment that was refunded and is then charged back too is owed by the member', async () => {
  const { member, tradeNo, intent } = await paid()
  await refunded(intent, 1000, null)
  await dispute(intent, 1000)
  expect(await shop.ledger('debt', member.id)).toBe(-1000)
  expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
})

test('in a currency with a rate, parts and whole are exact', async () => {
  const dollars = await shop.stripe(gateway, { currency: 'USD', exchange_rate: 139_000 })
  const { member, tradeNo } = await shop.order()
  const intent = await pay(member, tradeNo, dollars)
  await t.runJobs()
  const parts = [33, 33, 73]
  for (const part of parts) await dispute(intent, part, undefined, 'usd')
  const { order } = await shop.details(tradeNo)
  expect(order).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(await shop.ledger('gateway', dollars.id)).toBe(0)
  gateway.webhookUrl = method.notify_url
})
