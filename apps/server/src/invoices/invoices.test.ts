import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { openInvoiceDesk, SELLER } from '../../test/invoice-desk.ts'

const t = await forFile(startApp())
const desk = await openInvoiceDesk(t)

const file = (id: number, language = 'en', by: Member = desk.shop.admin) => desk.read(by, `/admin/invoices/${id}/file`, { language })
/** Lines and columns are layout. */
const flat = (pages: string[]): string => pages.join('\n').replace(/\s+/g, ' ')

test('a paid order gets an invoice that says all in both languages', async () => {
  const member = await t.member()
  await member.call('PUT', '/muser/invoices/buyer', { name: '东方集团有限公司', address: '南京路 1 号', tax_number: '91310000MA1K' })
  const plan = await t.plan({ name: 'Gold', translations: { 'zh-CN': { name: '黄金套餐' } } })
  const { tradeNo } = await desk.bought(plan, member)
  const { items, total } = (await member.call('GET', '/muser/invoices', { trade_no: tradeNo })).body
  expect([total, items[0].kind, items[0].total_amount, items[0].corrects]).toEqual([1, 'invoice', 1000, null])
  const { id, no } = items[0]
  const english = flat(await desk.read(member, `/muser/invoices/${id}/file`, { language: 'en' }))
  for (const text of [
    'Invoice',
    no,
    'Main Street 1',
    '10115 Łódź',
    'DE123456789',
    '东方集团有限公司',
    '91310000MA1K',
    tradeNo,
    'Register entry HRB 1',
  ]) {
    expect(english).toContain(text)
  }
  expect(english).toContain('Gold · 1 month · New plan ¥10.00')
  expect(english).toContain('Total ¥10.00')
  expect(english).toContain('The ¥10.00 received with this order include VAT 19%: ¥1.60')
  const chinese = flat(await desk.read(member, `/muser/invoices/${id}/file`, { language: 'zh-CN' }))
  for (const text of [
    '收据',
    no,
    '门廊网络有限公司',
    '南京路 1 号',
    '黄金套餐 · 1 个月 · 新购 ¥10.00',
    '合计 ¥10.00',
    '本订单实收 ¥10.00，其中含 VAT 19%: ¥1.60',
    '沪ICP备00000000号',
  ])
    expect(chinese).toContain(text)
})

test('a refund gets a credit note that names its invoice, with the tax that was in it', async () => {
  const { member, tradeNo } = await desk.bought()
  await desk.refund(tradeNo, { amount: 333 })
  await t.runJobs()
  await desk.set({ 'invoice.tax_rate': 700 })
  await desk.refund(tradeNo, { amount: 667 })
  await t.runJobs()
  await desk.set(SELLER)
  const [second, first, invoice] = await desk.of(tradeNo)
  expect([first.kind, first.total_amount, first.tax_amount, first.corrects]).toEqual(['credit_note', 333, 53, invoice.no])
  expect([second.total_amount, first.tax_amount + second.tax_amount]).toEqual([667, invoice.tax_amount])
  const text = flat(await file(first.id))
  expect(text).toContain(`Credit note`)
  expect(text).toContain(`Corrects invoice ${invoice.no}`)
  expect(text).toContain('Total refunded ¥3.33')
  expect(flat(await file(first.id, 'zh-CN'))).toContain(`对应收据 ${invoice.no}`)
  expect((await member.call('GET', '/muser/invoices')).body.total).toBe(3)
})

test('tax is in what came from outside: a top-up has it, what its balance pays for does not have it again', async () => {
  const member = await t.member()
  const { body: topup } = await member.call('POST', '/muser/order/save', { topup_amount: 600 })
  await desk.pay(topup.trade_no)
  await t.runJobs()
  const { body: order } = await member.call('POST', '/muser/order/save', { plan_id: (await t.plan()).id, period: 'month_price' })
  expect([order.balance_amount, order.total_amount]).toEqual([600, 400])
  await desk.pay(order.trade_no)
  await t.runJobs()
  const [forTopup] = await desk.of(topup.trade_no)
  const [forPlan] = await desk.of(order.trade_no)
  expect([forTopup.total_amount, forTopup.taxed_amount, forTopup.tax_amount]).toEqual([600, 600, 96])
  expect([forPlan.total_amount, forPlan.taxed_amount, forPlan.tax_amount]).toEqual([1000, 400, 64])
  const text = flat(await file(forPlan.id))
  expect(text).toContain('Account balance ¥6.00')
  expect(text).toContain('invoiced when the balance was topped up')
  await desk.refund(order.trade_no, { amount: 700, way: 'balance' })
  await t.runJobs()
  const [note] = await desk.of(order.trade_no)
  expect([note.kind, note.total_amount, note.taxed_amount, note.tax_amount]).toEqual(['credit_note', 700, 0, 0])
})

test('what nobody paid for has no document', async () => {
  const member = await t.member()
  const plan = await t.plan()
  const { body } = await desk.shop.admin.call('POST', '/admin/orders', {
    email: member.email,
    plan_id: plan.id,
    period: 'month_price',
    total_amount: 1000,
  })
  await t.runJobs()
  expect(await desk.of(body.trade_no)).toEqual([])
  expect((await desk.shop.admin.call('GET', '/admin/invoices')).body.waiting).toBe(0)
})

test('until the seller is known documents wait, and the console says what is missing', async () => {
  await desk.set({ 'invoice.seller_address': '', 'invoice.seller_tax_number': '' })
  const { tradeNo } = await desk.bought()
  const { body } = await desk.shop.admin.call('GET', '/admin/invoices')
  expect([body.missing, body.waiting]).toEqual([['invoice.seller_address', 'invoice.seller_tax_number'], 1])
  await desk.set({ ...SELLER, 'invoice.tax_rate': 0, 'invoice.seller_tax_number': '' })
  // The next payment wakes the job; its schedule would do so within ten minutes.
  await desk.bought()
  const [invoice] = await desk.of(tradeNo)
  expect(invoice.tax_amount).toBe(0)
  expect(flat(await file(invoice.id))).not.toMatch(/VAT|Tax/)
  await desk.set(SELLER)
})

test('an invoice keeps the buyer and the seller of its day; members see their own documents only', async () => {
  const { member, tradeNo } = await desk.bought()
  const saved = await member.call('PUT', '/muser/invoices/buyer', { name: 'Later Ltd', address: '', tax_number: '' })
  expect([saved.status, (await member.call('GET', '/muser/invoices/buyer')).body.name]).toEqual([200, 'Later Ltd'])
  await desk.set({ 'invoice.seller_name': 'Another Seller' })
  const text = flat(await file((await desk.of(tradeNo))[0].id))
  expect(text).not.toMatch(/Later Ltd|Another Seller/)
  await desk.set(SELLER)
  expect((await member.call('PUT', '/muser/invoices/buyer', { name: 'x'.repeat(121), address: '', tax_number: '' })).status).toBe(422)
  const [{ id }] = await desk.of(tradeNo)
  const stranger = await t.member()
  expect((await stranger.call('GET', '/muser/invoices', { trade_no: tradeNo })).status).toBe(404)
  expect((await stranger.call('GET', `/muser/invoices/${id}/file`)).status).toBe(404)
  expect((await member.call('GET', `/admin/invoices/${id}/file`)).status).toBe(404)
  expect((await stranger.call('GET', '/muser/invoices')).body.total).toBe(0)
})

test('operators find documents by number and days, and take a month as one file or as a table', async () => {
  const { tradeNo } = await desk.bought()
  await desk.refund(tradeNo, { amount: 1000 })
  await t.runJobs()
  const [note, invoice] = await desk.of(tradeNo)
  const ask = async (query: object) => (await desk.shop.admin.call('GET', '/admin/invoices', { ...query })).body
  expect((await ask({ q: note.no.toLowerCase() })).items.map(({ id }: { id: number }) => id)).toEqual([note.id])
  expect((await ask({ from: '2020-01-01', to: '2020-01-31' })).total).toBe(0)
  const day = t.app.now().toISOString().slice(0, 10)
  const month = { from: `${day.slice(0, 7)}-01`, to: '2099-12-31' }
  const { total } = await ask(month)
  const pages = await desk.read(desk.shop.admin, '/admin/invoices/file', { ...month, language: 'zh-CN' })
  expect(pages).toHaveLength(total)
  expect(flat(pages)).toContain(note.no)
  const { csv, rows } = (await desk.shop.admin.call('GET', '/admin/invoices/export', month)).body
  expect(rows).toBe(total)
  expect(csv).toContain(`${note.no},credit_note,`)
  expect(csv).toContain(`,CNY,-10.00,-10.00,VAT,19,-1.60,`)
  expect(csv).toContain(`${invoice.no},invoice,`)
  const reader = await t.staff(['money.read'])
  expect((await reader.call('GET', '/admin/invoices/file', month)).status).toBe(404)
})
