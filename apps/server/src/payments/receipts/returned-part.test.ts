import { expect, test } from 'vitest'
import { forFile } from '../../../test/harness.ts'
import { month, startPaymentDesk } from '../../../test/gateways/payment-desk.ts'

const desk = await forFile(startPaymentDesk())

let serial = 0

/** A payment of another amount for an order of 10.00, of which the gateway gave a part back before an operator looked at it. */
async function partReturned({ paid, returned, resolution }: { paid: number; returned: number; resolution?: string }) {
  const member = await desk.t.member()
  const tradeNo = await desk.place(member, month(await desk.t.plan()))
  const intent = await desk.pay(member, tradeNo, paid)
  const id = `re_part_${++serial}`
  await desk.reportRefund(intent, returned, { id })
  if (resolution) await resolve(tradeNo, resolution)
  return { member, tradeNo, intent, id }
}

async function resolve(tradeNo: string, resolution: string): Promise<void> {
  const [receipt] = await desk.shop.openReceipts(tradeNo)
  const done = await desk.shop.admin.call('POST', `/admin/receipts/${receipt.id}/resolution`, { resolution, note: 'seen' })
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  await desk.t.runJobs()
}

test('a refund returns all that is booked for it, although a part of the payment went back earlier', async () => {
  const { member, tradeNo, intent } = await partReturned({ paid: 1500, returned: 400, resolution: 'settled' })
  expect(await desk.money(member)).toEqual({ balance: 100, debt: 0 })
  await desk.refund(tradeNo, { amount: 1000 })
  await desk.t.runJobs()
  expect(desk.gateway.returned(intent)).toBe(1000)
  expect((await desk.shop.details(tradeNo)).attempts).toMatchObject([{ status: 'refunded' }])
})

test('of a payment accepted with a shortfall too', async () => {
  const { tradeNo, intent } = await partReturned({ paid: 900, returned: 200, resolution: 'accepted' })
  expect(await desk.room(tradeNo)).toBe(700)
  await desk.refund(tradeNo, { amount: 700 })
  await desk.t.runJobs()
  expect(desk.gateway.returned(intent)).toBe(700)
})

test('a chargeback takes what was left, and no more; after all of this the books have no fault', async () => {
  const { member, tradeNo, intent } = await partReturned({ paid: 1500, returned: 400, resolution: 'settled' })
  await desk.chargeBack(intent, 1100)
  expect(await desk.money(member)).toEqual({ balance: 0, debt: 0 })
  expect(await desk.order(tradeNo)).toMatchObject({ status: 'refunded', refunded_amount: 1000 })
  expect(await desk.isOver(member)).toBe(true)
  expect(await desk.faults()).toEqual([])
})

test('if that part comes back later, it waits again, or goes to the balance once the rest was settled', async () => {
  const before = await desk.shop.ledger('unallocated')
  const waiting = await partReturned({ paid: 1500, returned: 1500 })
  await desk.reportRefund(waiting.intent, 1500, { id: waiting.id, status: 'failed' })
  await resolve(waiting.tradeNo, 'credited')
  expect(await desk.money(waiting.member)).toEqual({ balance: 1500, debt: 0 })
  const { member, tradeNo, intent, id } = await partReturned({ paid: 1500, returned: 400, resolution: 'settled' })
  await desk.reportRefund(intent, 400, { id, status: 'failed' })
  expect(await desk.money(member)).toEqual({ balance: 500, debt: 0 })
  expect(await desk.shop.ledger('unallocated')).toBe(before)
  await desk.refund(tradeNo, { amount: 1000 })
  await desk.t.runJobs()
  expect(desk.gateway.returned(intent)).toBe(1000)
})
