import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { doubts as inDoubt } from '../../test/statement-corpus/doubts.ts'
import { openStatementDesk } from '../../test/statement-desk.ts'
import { paymentAttempts } from '../payments/payments.table.ts'

// What a statement calls in question is asked once, and books nothing.

const t = await forFile(startApp())
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)

type Line = (no: string, ref: string) => string
const paypal: Line = () => 'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Transaction ID,Invoice Number'
const exports: [name: string, heading: string, line: Line, amount: number, said: string][] = [
  [
    'Alipay trades',
    '交易号,商家订单号,付款时间,商品名称,金额（元）,收/支,交易状态,成功退款（元）',
    (no, ref) => `${ref},${no},2026-11-20 09:00:00,套餐,10.00,收入,退款成功,10.00`,
    1000,
    '退款成功, 10.00',
  ],
  [
    'WeChat personal',
    '交易时间,商品,收/支,金额(元),当前状态,交易单号',
    (no, ref) => `2026-11-20 09:00:00,${no},收入,¥10.00,已全额退款,${ref}`,
    1000,
    '已全额退款',
  ],
  [
    'WeChat personal, a part',
    '交易时间,商品,收/支,金额(元),当前状态,交易单号',
    (no, ref) => `2026-11-20 09:00:00,${no},收入,¥10.00,已退款(￥4.00),${ref}`,
    600,
    '已退款(¥4.00)',
  ],
  [
    'WeChat merchant',
    '交易时间,微信订单号,商户订单号,交易状态,货币种类,应结订单金额,申请退款金额',
    (no, ref) => `2026-11-20 09:00:00,${ref},${no},REVOKED,CNY,10.00,0.00`,
    1000,
    'REVOKED',
  ],
  ...['Refunded', 'Reversed', 'Partially Refunded', 'Temporarily unavailable'].map((said): [string, string, Line, number, string] => [
    `PayPal ${said}`,
    paypal('', ''),
    (no, ref) => `11/25/2026,10:00:00,UTC,Pat,Website Payment,${said},CNY,10.00,${ref},${no}`,
    1000,
    said,
  ]),
  [
    'Stripe',
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Description,Status',
    (no, ref) => `${ref},2026-11-20 08:00:00,10.00,10.00,cny,${no},Refunded`,
    1000,
    'Refunded, 10.00',
  ],
  [
    'Stripe disputed',
    'id,Created date (UTC),Amount,Amount Refunded,Currency,Description,Status',
    (no, ref) => `${ref},2026-11-20 08:00:00,10.00,0.00,cny,${no},Disputed`,
    1000,
    'Disputed',
  ],
]

test.each(exports)('%s: a line about our number books nothing, and asks once', async (_, heading, line, amount, said) => {
  const bank = await desk.bank()
  const order = await desk.waiting(bank)
  const file = `${heading}\n${line(order.attemptNo, desk.nextRef())}`
  const { body } = await desk.importFile(bank, file)
  expect(body.counts).toMatchObject({ booked: 0, matched: 0, open: 1 })
  expect(await order.status()).toBe('pending')
  expect(await desk.books(bank, order.member)).toEqual([0, 0])
  const asked = await desk.line(bank)
  expect(asked).toMatchObject({ status: 'unmatched', amount, doubt: said })
  expect(asked.suggestions).toMatchObject([{ attempt_no: order.attemptNo }])
  await desk.importFile(bank, file)
  expect(await desk.lines(bank)).toHaveLength(1)
})

test('of eight exports with 43 lines, no line books money that went back, and each asks once however often it is imported', async () => {
  const plan = await t.plan()
  const said = []
  for (const file of inDoubt) {
    const bank = await desk.bank()
    const numbers = [...new Set(file.text.match(/N\d{5}/g))]
    for (const _ of numbers) {
      const { member, tradeNo } = await shop.order(plan)
      await shop.checkout(member, tradeNo, bank)
    }
    const attempts = await t.database.db.select().from(paymentAttempts).where(eq(paymentAttempts.methodId, bank.id))
    // Each number is that of an order of 10.00 in the site's currency.
    const ours = file.text
      .replace(/N\d{5}/g, (number) => attempts[numbers.indexOf(number)]!.attemptNo)
      .replace('1.234,56', '10,00')
      .replace(/USD|EUR/g, 'CNY')
      .replace(/eur/g, 'cny')
    const asking = Object.keys(file.doubts ?? {}).length
    for (const _ of [1, 2]) {
      await desk.importFile(bank, ours, file.chooses)
      const open = (await desk.list(bank, { status: 'unmatched' })).items
      said.push([file.name, (await desk.books(bank))[0], open.length, open.every(({ doubt }) => doubt !== null)])
      expect(said.at(-1)).toEqual([file.name, (file.payments.length - asking) * 1000, asking, true])
    }
  }
  expect(said).toHaveLength(16)
})

const MERCHANT = '交易时间,微信订单号,商户订单号,交易状态,货币种类,应结订单金额,申请退款金额'

test('a refund in a line of its own makes its payment ask, in the same file or in a later one', async () => {
  const bank = await desk.bank()
  const [both, later] = [await desk.waiting(bank), await desk.waiting(bank)]
  const paid = (no: string, ref: string) => `2026-11-20 09:00:00,${ref},${no},SUCCESS,CNY,10.00,0.00`
  const returned = (no: string, ref: string) => `2026-11-21 09:00:00,${ref},${no},REFUND,CNY,0.00,10.00`
  await desk.importFile(
    bank,
    [MERCHANT, paid(both.attemptNo, 'W1'), returned(both.attemptNo, 'W1'), paid(later.attemptNo, 'W2')].join('\n'),
  )
  expect([await both.status(), await later.status()]).toEqual(['pending', 'completed'])
  expect(await desk.lines(bank)).toMatchObject([
    { reference: 'W1', status: 'unmatched', doubt: expect.stringContaining('REFUND') },
    { reference: 'W2', status: 'booked', doubt: null },
  ])
  const next = [MERCHANT, paid('N00000', 'W3'), returned(later.attemptNo, 'W2')].join('\n')
  await desk.importFile(bank, next)
  const asks = (await desk.list(bank, { status: 'unmatched' })).items
  expect(asks.map(({ reference, status }) => [reference, status])).toEqual([
    ['W3', 'unmatched'],
    ['W2', 'booked'],
    ['W1', 'unmatched'],
  ])
  const line = asks[1]!
  const noted = await shop.admin.call('POST', `/admin/statements/${line.id}/dismissal`, { note: 'refunded in Portico too' })
  expect(noted.body).toMatchObject({ status: 'booked', doubt: null })
  expect((await shop.admin.call('POST', `/admin/statements/${line.id}/dismissal`, { note: 'again' })).status).toBe(409)
  await desk.importFile(bank, next)
  expect((await desk.list(bank, { status: 'unmatched' })).items).toHaveLength(2)
})

test('where no column is known to have our number, the operator says which, and the next file of that shape follows', async () => {
  const bank = await desk.bank()
  const [first, second] = [await desk.waiting(bank), await desk.waiting(bank)]
  const file = (no: string) => `Datum;Betrag;Zahlungszweck\n20.11.2026;10,00;${no}`
  const prepared = (await desk.prepare(bank, file(first.attemptNo))).body
  expect(prepared.questions).toEqual([{ about: 'number', example: '' }])
  expect((await desk.start(prepared.id)).body).toMatchObject({ code: 'statement.question' })
  const columns = { ...prepared.reading.columns, texts: [2] }
  await desk.importFile(bank, file(first.attemptNo), { columns })
  expect(await first.status()).toBe('completed')
  const next = (await desk.prepare(bank, file(second.attemptNo))).body
  expect(next).toMatchObject({ questions: [], reading: { columns: { texts: [2] } } })
  await desk.start(next.id)
  await desk.settled(next.id)
  expect(await second.status()).toBe('completed')
})
