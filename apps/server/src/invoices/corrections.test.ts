import { expect, test } from 'vitest'
import { forFile } from '../../test/harness.ts'
import { startPaymentDesk } from '../../test/gateways/payment-desk.ts'
import { openInvoiceDesk } from '../../test/invoice-desk.ts'

// Amounts in minor units, with 19 % tax in them: 160 in 1000, 53 in 333.

let serial = 0
const desk = await forFile(startPaymentDesk())
const invoices = await openInvoiceDesk(desk.t)

const wanted = async () => ({ plan_id: (await desk.t.plan()).id, period: 'month_price' })
const refundId = (): string => `re_corrections_${++serial}`
/** Kind, total, tax and the document it is about, oldest first. */
async function documents(tradeNo: string): Promise<unknown[]> {
  await desk.t.runJobs()
  const items = (await invoices.of(tradeNo)).toReversed()
  return items.map((one: Record<string, unknown>) => [one['kind'], one['total_amount'], one['tax_amount'], one['corrects']])
}
const numbers = async (tradeNo: string): Promise<string[]> => (await invoices.of(tradeNo)).toReversed().map(({ no }: { no: string }) => no)
/** The series have no gap: as many documents as their last number. */
async function expectGapless(): Promise<void> {
  const { rows } = await desk.t.database.pool.query(
    'select s.last, count(i.id)::int as count from invoice_series s join invoices i on i.kind = s.kind and i.year = s.year group by s.kind, s.year, s.last',
  )
  for (const { last, count } of rows) expect(count).toBe(last)
}

test('a late payment that goes to the balance gets an invoice, and its refund in the dashboard a credit note', async () => {
  const member = await desk.t.member()
  const tradeNo = await desk.place(member, await wanted())
  const { body } = await desk.shop.checkout(member, tradeNo, desk.method)
  const session = desk.gateway.sessions.get(new URL(body.data).pathname.split('/').at(-1)!)!
  expect((await member.call('POST', '/muser/order/cancel', { trade_no: tradeNo })).status).toBe(200)
  await desk.gateway.pay(session.id)
  await desk.t.runJobs()
  expect(await desk.money(member)).toMatchObject({ balance: 1000 })
  expect(await documents(tradeNo)).toEqual([['invoice', 1000, 160, null]])
  const [{ id }] = await invoices.of(tradeNo)
  const text = (await invoices.read(member, `/muser/invoices/${id}/file`, { language: 'en' })).join(' ').replace(/\s+/g, ' ')
  expect(text).toContain('Top-up of the balance ¥10.00')
  await desk.reportRefund(String(session['payment_intent']), 333, { id: refundId() })
  const [no] = await numbers(tradeNo)
  expect((await documents(tradeNo)).slice(1)).toEqual([['credit_note', 333, 53, no]])
  const listed = (await desk.shop.admin.call('GET', '/admin/invoices', { account_id: member.id, page_size: 1 })).body
  expect(listed.sums, 'both, the credit note taken off').toEqual([{ currency: 'CNY', received: 667, tax: 107 }])
  await expectGapless()
})

test('a refund that fails late: an invoice cancels its credit note, and a later refund returns exactly the tax', async () => {
  const { tradeNo, intent } = await desk.paid(await wanted())
  const refundNo = await desk.refund(tradeNo, { amount: 333, end_term: false })
  await desk.t.runJobs()
  await desk.refund(tradeNo, { amount: 667, end_term: false })
  await desk.t.runJobs()
  const made = [...desk.gateway.refunds.values()].find((one) => one.payment_intent === intent && one.amount === 333)!
  for (const _ of [1, 2]) await desk.reportRefund(intent, 333, { id: made.id, refundNo, status: 'failed' })
  await desk.t.runJobs()
  await desk.refund(tradeNo, { way: 'manual', amount: 333, end_term: false })
  const found = await documents(tradeNo)
  const [invoice, first] = await numbers(tradeNo)
  expect(found).toEqual([
    ['invoice', 1000, 160, null],
    ['credit_note', 333, 53, invoice],
    ['credit_note', 667, 107, invoice],
    ['invoice', 333, 53, first],
    ['credit_note', 333, 53, invoice],
  ])
  const cancelling = (await invoices.of(tradeNo)).find(({ corrects }: { corrects: string }) => corrects === first)
  const text = (await invoices.read(desk.shop.admin, `/admin/invoices/${cancelling.id}/file`, { language: 'en' })).join(' ')
  expect(text).toContain('Cancels credit note')
  await expectGapless()
})

test('the credit note of a refund in the dashboard is for no more than the invoice still counts as received', async () => {
  const { tradeNo, intent } = await desk.paid(await wanted())
  await desk.refund(tradeNo, { way: 'manual', amount: 400, end_term: false })
  await desk.t.runJobs()
  const id = refundId()
  await desk.reportRefund(intent, 1000, { id })
  const [invoice, , second] = [...(await documents(tradeNo)), ...(await numbers(tradeNo))].slice(3)
  expect((await documents(tradeNo)).slice(1)).toEqual([
    ['credit_note', 400, 64, invoice],
    ['credit_note', 600, 96, invoice],
  ])
  await desk.reportRefund(intent, 1000, { id, status: 'failed' })
  expect((await documents(tradeNo)).at(-1)).toEqual(['invoice', 600, 96, second])
  await expectGapless()
})
