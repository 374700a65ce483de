import { describe, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { startPaymentDesk, year } from '../../test/gateways/payment-desk.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { disputeEvent, type DisputeState, newDispute } from '../../test/gateways/stripe-dispute.ts'
import { forFile, type Member } from '../../test/harness.ts'

const desk = await forFile(startPaymentDesk())
const { t, shop, gateway, method, now, pass, reportRefund } = desk

/** A member with a plan of 300.00 a year, paid by card. */
async function yearly() {
  const plan = await t.plan({ year_price: 30_000 })
  return { plan, ...(await desk.paid(year(plan))) }
}

const report = (type: string, intent: string, amount: number, state: DisputeState = {}) =>
  gateway.deliver(disputeEvent(gateway, type, intent, amount, { at: now(), ...state }))
const disputesOf = async (tradeNo: string) =>
  (await shop.admin.call('GET', '/admin/disputes', { page_size: 100 })).body.items.filter(
    (one: { trade_no: string }) => one.trade_no === tradeNo,
  )
const needs = async () =>
  (await shop.admin.call('GET', '/admin/overview/needs')).body.items.find(({ kind }: { kind: string }) => kind === 'disputes')
/** Everything that a chargeback can change. */
async function standing(member: Member, tradeNo: string) {
  const { order, attempts } = await shop.details(tradeNo)
  return {
    ...(await desk.money(member)),
    term: await shop.term(member),
    order: [order.status, order.refunded_amount],
    attempt: attempts[0].status,
    gateway: await shop.ledger('gateway', method.id),
    revenue: await shop.ledger('revenue'),
    site: await shop.ledger('site'),
  }
}

describe('money row 4: the whole life of a dispute', () => {
  test('an inquiry moves no money; operators see it with its deadline, may note what they did, and it ends', async () => {
    const { member, tradeNo, intent } = await yearly()
    const before = await standing(member, tradeNo)
    const due = new Date(now().getTime() + 7 * 24 * HOUR)
    const id = newDispute()
    const asked = { id, status: 'warning_needs_response', moved: 0, due } as const
    expect((await report('created', intent, 30_000, asked)).status).toBe(200)
    expect(await standing(member, tradeNo)).toEqual(before)
    const [dispute] = await disputesOf(tradeNo)
    expect(dispute).toMatchObject({
      dispute_no: id,
      status: 'inquiry',
      reason: 'fraudulent',
      amount: 30_000,
      deadline: new Date(Math.floor(due.getTime() / 1000) * 1000).toISOString(),
      withdrawn_at: null,
      email: member.email,
    })
    expect(await needs()).toMatchObject({ count: 1, due: dispute.deadline })
    expect((await shop.admin.call('POST', `/admin/disputes/${dispute.id}/note`, { note: ' ' })).status).toBe(422)
    const noted = await shop.admin.call('POST', `/admin/disputes/${dispute.id}/note`, { note: 'sent the invoice' })
    expect(noted.body).toMatchObject({ id: dispute.id, note: 'sent the invoice' })
    expect(await audited(t, 'dispute', id)).toMatchObject([{ action: 'dispute.note', actorId: shop.admin.id, reason: 'sent the invoice' }])
    pass(60_000)
    await report('closed', intent, 30_000, { ...asked, status: 'warning_closed' })
    expect(await disputesOf(tradeNo)).toMatchObject([{ status: 'closed', deadline: null, note: 'sent the invoice' }])
    expect(await needs()).toBeUndefined()
    expect(await standing(member, tradeNo)).toEqual(before)
  })

  test('money withdrawn is booked once, and a dispute won restores money and term', async () => {
    const { member, plan, tradeNo, intent } = await yearly()
    const before = await standing(member, tradeNo)
    const id = newDispute()
    await report('created', intent, 30_000, { id, status: 'warning_needs_response', moved: 0 })
    pass(1000)
    const answers = await atOnce((n) => report(n % 2 ? 'updated' : 'funds_withdrawn', intent, 30_000, { id }))
    expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
    const taken = await standing(member, tradeNo)
    expect(taken).toMatchObject({ balance: 0, order: ['refunded', 30_000], attempt: 'refunded', gateway: before.gateway + 30_000 })
    expect(taken.term.expiresAt!.getTime()).toBeLessThanOrEqual(now().getTime())
    expect(await disputesOf(tradeNo)).toMatchObject([{ status: 'needs_response', value_amount: 30_000, restored_at: null }])
    pass(1000)
    await report('updated', intent, 30_000, { id, status: 'under_review' })
    pass(6 * HOUR)
    await report('closed', intent, 30_000, { id, status: 'won' })
    await atOnce(() => report('funds_reinstated', intent, 30_000, { id, status: 'won', moved: 2 }))
    expect(await disputesOf(tradeNo)).toMatchObject([{ status: 'won', restored_at: now().toISOString() }])
    const after = await standing(member, tradeNo)
    expect(after).toMatchObject({ ...before, term: { planId: plan.id } })
    // The time of the dispute is given back; a second had passed before it.
    const length = (end: Date | null, from: number) => end!.getTime() - from
    const began = now().getTime() - 6 * HOUR - 2000
    expect(length(after.term.expiresAt, now().getTime())).toBe(length(before.term.expiresAt, began) - 1000)
  })

  test('reports in any order, all at once, lead to the same end', async () => {
    const { member, tradeNo, intent } = await yearly()
    const before = await standing(member, tradeNo)
    const id = newDispute()
    const at = (seconds: number): Date => new Date(now().getTime() + seconds * 1000)
    const reports = [
      ['funds_reinstated', { status: 'won', moved: 2, at: at(4) }],
      ['closed', { status: 'won', moved: 1, at: at(3) }],
      ['created', { status: 'warning_needs_response', moved: 0, at: at(0) }],
      ['funds_withdrawn', { status: 'needs_response', moved: 1, at: at(1) }],
      ['updated', { status: 'under_review', moved: 1, at: at(2) }],
    ] as const
    for (const [type, state] of reports) expect((await report(type, intent, 30_000, { id, ...state })).status).toBe(200)
    expect(await disputesOf(tradeNo)).toMatchObject([{ status: 'won', withdrawn_at: null }])
    expect(await standing(member, tradeNo)).toEqual(before)
    const again = newDispute()
    await atOnce((n) => report(reports[n % 5]![0], intent, 30_000, { id: again, ...reports[n % 5]![1] }))
    expect((await disputesOf(tradeNo))[0]).toMatchObject({ dispute_no: again, status: 'won' })
    expect(await standing(member, tradeNo)).toEqual(before)
  })

  test('a dispute of a payment that is not known yet is refused, so that the gateway repeats it', async () => {
    expect((await report('created', 'pi_unknown', 30_000)).status).toBe(404)
  })
})

describe('money row 4: a refund that fails after it was done', () => {
  const open = async (tradeNo: string) =>
    (await shop.admin.call('GET', '/admin/reversals', { state: 'open', page_size: 100 })).body.items.filter(
      (one: { trade_no: string }) => one.trade_no === tradeNo,
    )

  test('one of ours: the money is ours again, an operator is asked to look, and the order can be refunded again', async () => {
    const { member, tradeNo, intent } = await yearly()
    const before = await standing(member, tradeNo)
    const refundNo = await desk.refund(tradeNo, { amount: 30_000 })
    await t.runJobs()
    expect((await shop.details(tradeNo)).order.status).toBe('refunded')
    const { id } = [...gateway.refunds.values()].find(({ payment_intent }) => payment_intent === intent)!
    await atOnce(() => reportRefund(intent, 30_000, { id, refundNo, status: 'failed' }))
    const { order, refunds, refundable } = await shop.details(tradeNo)
    expect(order).toMatchObject({ status: 'completed', refunded_amount: 0 })
    expect(refunds).toMatchObject([{ status: 'failed' }])
    expect(refundable).toMatchObject({ total: 30_000 })
    expect(await shop.ledger('gateway', method.id)).toBe(before.gateway)
    expect(await open(tradeNo)).toMatchObject([{ outcome: 'failed', reviewed_at: null, value_amount: 30_000 }])
  })

  test('one made at the gateway: what it took comes back; a failure that comes first lets the refund book nothing', async () => {
    const { member, tradeNo, intent } = await yearly()
    const before = await standing(member, tradeNo)
    await reportRefund(intent, 10_000, { id: 're_dashboard' })
    expect((await shop.details(tradeNo)).order).toMatchObject({ status: 'completed', refunded_amount: 10_000 })
    await atOnce(() => reportRefund(intent, 10_000, { id: 're_dashboard', status: 'failed' }))
    expect(await standing(member, tradeNo)).toEqual(before)
    await reportRefund(intent, 10_000, { id: 're_early', status: 'failed' })
    await reportRefund(intent, 10_000, { id: 're_early' })
    expect(await standing(member, tradeNo)).toEqual(before)
  })
})
