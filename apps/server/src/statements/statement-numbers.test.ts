import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { startEpay } from '../../test/gateways/epay.ts'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { openStatementDesk, type Row, type Waiting } from '../../test/statement-desk.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { receivePayment } from '../payments/receive-payment.ts'

// What a statement line does without an operator.
const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)

test.each<[string, Row]>([
  ['the direction debit', { direction: 'debit' }],
  ['the direction 支出', { direction: '支出' }],
  ['neither in nor out', { direction: '不计收支' }],
  ['a blank direction', { direction: '' }],
  ['a minus before the amount', { amount: '-10.00' }],
  ['a typographic minus', { amount: '−10.00' }],
  ['a minus after the amount', { amount: '10.00-' }],
  ['brackets', { amount: '(10.00)' }],
  ['the mark DR', { amount: '10.00 DR' }],
  ['a credit below zero', { amount: '-10.00', direction: 'credit' }],
])('an outgoing line, recognised by %s, matches and suggests nothing; one with an unreadable direction is refused', async (_, row) => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  const [other, unreadable] = [{ amount: '7.00' }, { direction: 'sideways' }]
  const counts = { skipped: 1, booked: 0, matched: 0, open: 1, refused: 1 }
  expect(await desk.upload(method, { ...row, number: order.attemptNo }, other, unreadable)).toMatchObject(counts)
  expect(await desk.upload(method, row, other)).toMatchObject({ skipped: 1, open: 1 })
  expect(await desk.lines(method)).toMatchObject([1, 2].map(() => ({ amount: 700, suggestions: [] })))
  expect([await order.status(), await desk.books(method)]).toEqual(['pending', [0, 0]])
})

test('a column for the direction is found by its heading; where credits have a column, lines without one are skipped; debits are no amount', async () => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  const at = t.app.now().toISOString()
  const csv = `时间,金额,流水号,备注,收/支\n${at},10.00,W1,${order.tradeNo},支出\n${at},7.00,W2,,收入\n`
  expect((await desk.importFile(method, csv)).body.counts).toMatchObject({ open: 1, skipped: 1 })
  expect(await order.status()).toBe('pending')
  const other = await desk.bank()
  const debits = `Date,Debit,Reference\n${at},10.00,R1\n`
  expect([(await desk.importFile(other, debits)).body.code, await desk.lines(other)]).toEqual(['statement.unreadable', []])
  const { tradeNo } = await desk.waiting(other)
  const both = `Date,Debit,Credit,Reference,Memo\n${at},10.00,,R1,${tradeNo}\n${at},,10.00,R2,${tradeNo}\n`
  expect((await desk.importFile(other, both)).body.counts).toMatchObject({ skipped: 1, booked: 1 })
  expect(await desk.lines(other)).toMatchObject([{ reference: 'R2' }])
})

test.each<[string, (order: Waiting) => string]>([
  ['the number we gave the gateway', ({ attemptNo }) => attemptNo],
  ['the reference we gave the member', ({ tradeNo }) => tradeNo],
  ['in lower case', ({ tradeNo }) => tradeNo.toLowerCase()],
  ['within words', ({ tradeNo }) => `Order ${tradeNo}: thank you`],
  ['after Chinese words, without a space', ({ tradeNo }) => `订单号${tradeNo}谢谢`],
])('our full number with the exact amount is booked automatically, once in many imports: %s', async (_, text) => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  const row = { ref: desk.nextRef(), number: text(order) }
  const answers = await atOnce(() => desk.upload(method, row))
  expect(answers.filter(({ booked }) => booked === 1)).toHaveLength(1)
  expect(answers.filter(({ repeated }) => repeated === 1)).toHaveLength(RACES - 1)
  await t.runJobs()
  expect([await order.status(), await desk.books(method, order.member)]).toEqual(['completed', [1000, 0]])
  expect(await desk.lines(method)).toMatchObject([{ status: 'booked', trade_no: order.tradeNo, suggestions: [] }])
  expect((await shop.details(order.tradeNo)).receipts).toMatchObject([{ callback_no: row.ref, outcome: 'settled' }])
})

test.each<[string, (order: Waiting) => Row]>([
  ['the first half of the number', ({ tradeNo }) => ({ number: tradeNo.slice(0, 16) })],
  ['the number without its last character', ({ tradeNo }) => ({ number: tradeNo.slice(0, -1) })],
  ['the number within other digits', ({ tradeNo }) => ({ number: `00${tradeNo}17` })],
  ['the number within other digits, full width', ({ tradeNo }) => ({ number: `${tradeNo}１７` })],
  ['the number with more digits after it, where long text is cut', ({ tradeNo }) => ({ number: `${'x '.repeat(238)}${tradeNo}00` })],
  ['the number cut by a space', ({ tradeNo }) => ({ number: `${tradeNo.slice(0, 12)} ${tradeNo.slice(12)}` })],
  ['the number as the statement’s own reference', ({ tradeNo }) => ({ ref: tradeNo })],
  ['a cent too little', ({ tradeNo }) => ({ number: tradeNo, amount: '9.99' })],
  ['a cent too much', ({ tradeNo }) => ({ number: tradeNo, amount: '10.01' })],
  ['another currency', ({ tradeNo }) => ({ number: tradeNo, currency: 'USD' })],
  ['another currency beside the amount', ({ tradeNo }) => ({ number: tradeNo, currency: '', amount: '10.00 USD' })],
])('%s is not booked automatically', async (_, row) => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  expect(await desk.upload(method, row(order))).toMatchObject({ booked: 0, matched: 0, open: 1 })
  expect([await order.status(), await desk.books(method)]).toEqual(['pending', [0, 0]])
})

test('a line with two of our numbers is left to an operator', async () => {
  const method = await desk.bank()
  const [one, two] = [await desk.waiting(method), await desk.waiting(method)]
  expect(await desk.upload(method, { number: `${one.tradeNo} and ${two.tradeNo}` })).toMatchObject({ booked: 0, open: 1 })
  const line = await desk.line(method)
  expect(line.suggestions.map(({ trade_no }) => trade_no).toSorted()).toEqual([one.tradeNo, two.tradeNo].toSorted())
})

test('a number given to another method books nothing and suggests nothing', async () => {
  const [method, other] = [await desk.bank(), await desk.bank()]
  const order = await desk.waiting(other)
  expect(await desk.upload(method, { number: order.attemptNo })).toMatchObject({ booked: 0, open: 1 })
  expect(await desk.lines(method)).toMatchObject([{ suggestions: [] }])
})

test.each([
  ['in one file', true],
  ['in two files', false],
])('the same number twice %s is booked once; the second line waits', async (_, together) => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  const [first, second] = [{ number: order.tradeNo }, { number: order.tradeNo }]
  if (together) expect(await desk.upload(method, first, second)).toMatchObject({ booked: 1, open: 1 })
  else
    for (const [row, count] of [
      [first, { booked: 1 }],
      [second, { open: 1 }],
    ] as const)
      expect(await desk.upload(method, row)).toMatchObject(count)
  expect(await desk.books(method, order.member)).toEqual([1000, 0])
  const line = (await desk.lines(method))[1]!
  expect(line.suggestions).toMatchObject([{ trade_no: order.tradeNo, reasons: ['number', 'amount'], effect: 'paid_again' }])
  expect((await desk.confirm(line)).status).toBe(200)
  expect(await desk.books(method, order.member)).toEqual([2000, 1000])
})

test('the same number under many references, imported at once, is booked once', async () => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  const answers = await atOnce(() => desk.upload(method, { number: order.attemptNo }))
  expect(answers.filter(({ booked }) => booked === 1)).toHaveLength(1)
  expect(answers.filter(({ open }) => open === 1)).toHaveLength(RACES - 1)
  expect(await desk.books(method, order.member)).toEqual([1000, 0])
})

test('a line is linked automatically to the only booked payment that fits, and no money moves', async () => {
  const method = await shop.epay(epay)
  const order = await desk.waiting(method)
  await epay.payAt(order.url)
  const before = await desk.books(method)
  const late = { at: new Date(t.app.now().getTime() - 49 * HOUR) }
  expect(await desk.upload(method, {}, late)).toMatchObject({ matched: 1, open: 1, booked: 0 })
  expect(await desk.books(method)).toEqual(before)
  expect(await desk.lines(method)).toMatchObject([{ status: 'matched', trade_no: order.tradeNo }, { suggestions: [] }])
})

test('the gateway’s number with another amount does not match', async () => {
  const method = await shop.epay(epay)
  const order = await desk.waiting(method)
  await epay.payAt(order.url)
  const [{ callback_no: ref }] = (await shop.details(order.tradeNo)).receipts
  expect(await desk.upload(method, { ref, amount: '9.40', number: order.attemptNo })).toMatchObject({ matched: 0, booked: 0, open: 1 })
  const line = await desk.line(method)
  expect(line.suggestions).toMatchObject([{ effect: 'linked', trade_no: order.tradeNo }])
  expect(await desk.books(method)).toEqual([1000, 0])
})

test('lines that name their payment are matched first: a similar one does not take its place', async () => {
  const method = await shop.epay(epay)
  const [order, open] = [await desk.waiting(method), await desk.waiting(method)]
  await epay.payAt(order.url)
  const [{ callback_no }] = (await shop.details(order.tradeNo)).receipts
  expect(await desk.upload(method, {}, { ref: callback_no })).toMatchObject({ matched: 1, open: 1, booked: 0 })
  const [first, second] = await desk.lines(method)
  expect([second, first]).toMatchObject([{ status: 'matched', trade_no: order.tradeNo }, { suggestions: [{ trade_no: open.tradeNo }] }])
})

test.each([true, false])(
  'an order that an operator confirmed by hand is not booked again by its line, with our number: %s',
  async (isNumbered) => {
    const method = isNumbered ? await shop.epay(epay) : await desk.bank()
    const order = await desk.waiting(method)
    await shop.admin.call('POST', `/admin/orders/${order.tradeNo}/payment`, { note: 'the gateway was down' })
    expect(await desk.upload(method, isNumbered ? { number: order.attemptNo } : {})).toMatchObject({ matched: 1, open: 0, booked: 0 })
    // Confirmed by hand, money of a bank is booked under its method.
    expect(await desk.books(method, order.member)).toEqual([isNumbered ? 0 : 1000, 0])
    expect(await desk.upload(method, { number: order.attemptNo })).toMatchObject({ open: 1, booked: 0 })
  },
)

test('a notification during the import of its line is booked once', async () => {
  const method = await shop.epay(epay)
  const orders = await Promise.all(Array.from({ length: 10 }, () => desk.waiting(method)))
  await Promise.all(orders.flatMap((order) => [epay.payAt(order.url), desk.upload(method, { number: order.attemptNo })]))
  const sums = await Promise.all(orders.map(({ member }) => shop.ledger('member', member.id)))
  const receipts = await Promise.all(orders.map(async ({ tradeNo }) => (await shop.details(tradeNo)).receipts.length))
  expect([sums, receipts]).toEqual([orders.map(() => 0), orders.map(() => 1)])
  expect(await desk.books(method)).toEqual([10_000, 0])
})

test('a late notification confirms the statement’s payment, under any number; one more is a second payment', async () => {
  const method = await shop.epay(epay)
  const order = await desk.waiting(method)
  expect(await desk.upload(method, { number: order.attemptNo })).toMatchObject({ booked: 1 })
  const [row] = await t.database.db.select().from(paymentMethods).where(eq(paymentMethods.id, method.id))
  const notify = async (callbackNo: string, amount = 1000, { attemptNo } = order) =>
    (await receivePayment(t.database, row!, { attemptNo, callbackNo, amount, currency: 'CNY' }, t.app.now())).result
  const first = await atOnce(() => notify('EPAY1'))
  expect([new Set(first), await desk.books(method, order.member)]).toEqual([new Set(['repeated']), [1000, 0]])
  expect((await shop.details(order.tradeNo)).receipts).toMatchObject([{ callback_no: 'EPAY1' }])
  expect([await notify('EPAY2'), await notify('EPAY3', 300)]).toEqual(['credited', 'underpaid'])
  expect(await desk.books(method, order.member)).toEqual([2300, 1000])
  // Confirmed under the statement's own number, it confirms no other payment either.
  const [other, ref] = [await desk.waiting(method), desk.nextRef()]
  expect(await desk.upload(method, { number: other.attemptNo, ref })).toMatchObject({ booked: 1 })
  const told = [await notify(ref, 1000, other), await notify('SECOND', 1000, other), await notify(ref, 1000, other)]
  expect(told).toEqual(['repeated', 'credited', 'repeated'])
  expect(await desk.books(method, other.member)).toEqual([4300, 1000])
})

test('a second import settles waiting lines, and counts each line of a file once', async () => {
  const method = await shop.epay(epay)
  const order = await desk.waiting(method)
  const row = { at: t.app.now(), ref: desk.nextRef() }
  expect(await desk.upload(method, row, row)).toMatchObject({ open: 1, repeated: 1 })
  expect(await desk.upload(method, row)).toMatchObject({ open: 0, repeated: 1 })
  await epay.payAt(order.url)
  const answers = await atOnce(() => desk.upload(method, row))
  expect(answers.filter(({ matched }) => matched === 1)).toHaveLength(1)
  expect(answers.filter(({ repeated }) => repeated === 1)).toHaveLength(RACES - 1)
  expect(await desk.books(method, order.member)).toEqual([1000, 0])
})

test('a line with the reference of a transfer books the order, however it is written', async () => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  const { reference } = (await shop.details(order.tradeNo)).attempts[0]
  expect(await desk.upload(method, { number: `/PAYMENT/${reference.toLowerCase()}/THANKS` })).toMatchObject({ booked: 1, open: 0 })
  expect(await desk.lines(method)).toMatchObject([{ status: 'booked', trade_no: order.tradeNo }])
  const other = await desk.waiting(method)
  const { reference: its } = (await shop.details(other.tradeNo)).attempts[0]
  expect(await desk.upload(method, { number: `X${its}`, amount: '77.00' }), 'part of a longer word').toMatchObject({ open: 1 })
  expect((await desk.line(method)).suggestions).toEqual([])
})
