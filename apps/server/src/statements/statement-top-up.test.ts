import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'

import { forFile, type Member, startApp } from '../../test/harness.ts'
import { openInvoiceDesk } from '../../test/invoice-desk.ts'
import { openStatementDesk } from '../../test/statement-desk.ts'
import { jobActor } from '../actor.ts'
import { checkLedger } from '../ledger/check-ledger.ts'

const t = await forFile(startApp())
const desk = await openInvoiceDesk(t)
const methodId = (await desk.shop.method({ driver: 'manual', name: 'Bank', config: { instructions: 'IBAN' } })).id

let serial = 0
/** A statement with a payment of 12.00 that names nothing. */
async function lineOf(): Promise<number> {
  const file = `Date,Amount,Currency,Reference,Number\r\n${t.app.now().toISOString()},12.00,CNY,TOPUP${++serial},`
  await openStatementDesk(t, desk.shop).importFile({ id: methodId }, file)
  const { items } = (await desk.shop.admin.call('GET', '/admin/statements', { status: 'unmatched', method_id: methodId })).body
  return items[0].id
}
const assign = (id: number, email: string) => desk.shop.admin.call('POST', `/admin/statements/${id}/assignment`, { email, note: 'phoned' })
const invoicesOf = async (member: Member, tradeNo: string) =>
  (await member.call('GET', '/muser/invoices', { trade_no: tradeNo })).body.items

test('a payment from a statement that goes to a balance is a completed top-up with an invoice, once', async () => {
  const [member, id] = [await t.member(), await lineOf()]
  const answers = await atOnce(() => assign(id, member.email))
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  const { body } = done[0]!
  await t.runJobs()
  const { order } = await desk.shop.details(body.trade_no)
  expect(order).toMatchObject({ type: 'topup', status: 'completed', total_amount: 1200, bonus_amount: 0, is_assigned: false })
  expect(await desk.shop.ledger('member', member.id)).toBe(1200)
  expect(await invoicesOf(member, body.trade_no)).toMatchObject([{ kind: 'invoice', total_amount: 1200 }])
  expect((await member.call('GET', '/muser/order/fetch')).body.items).toMatchObject([{ trade_no: body.trade_no, type: 'topup' }])
})

test('… also beside an order that waits to be paid, which stays as it is', async () => {
  const { member, tradeNo } = await desk.shop.order()
  expect((await assign(await lineOf(), member.email)).status).toBe(200)
  expect(await desk.shop.status(member, tradeNo)).toBe('pending')
  expect(await desk.shop.ledger('member', member.id)).toBe(1200)
})

test('… and can be refunded like one, with a credit note', async () => {
  const member = await t.member()
  const { body } = await assign(await lineOf(), member.email)
  await t.runJobs()
  await desk.refund(body.trade_no, { way: 'manual', amount: 1200 })
  await t.runJobs()
  expect(await desk.shop.ledger('member', member.id)).toBe(0)
  expect((await desk.shop.details(body.trade_no)).order.status).toBe('refunded')
  expect((await invoicesOf(member, body.trade_no)).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['credit_note', 'invoice'])
  expect((await checkLedger(t.database, jobActor('check_ledger'), t.app.now())).faults).toEqual([])
})
