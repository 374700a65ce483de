import { expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { openInvoiceDesk } from '../../test/invoice-desk.ts'
import { openStatementDesk, type Waiting } from '../../test/statement-desk.ts'
import { jobActor } from '../actor.ts'
import { checkLedger } from '../ledger/check-ledger.ts'

// What is suggested to an operator for a line, and what confirming it does.
const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)

test('amount and day alone book nothing: they make a suggestion, which an operator confirms', async () => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  const { waiting } = await desk.list(method)
  expect(await desk.upload(method, {})).toMatchObject({ matched: 0, booked: 0, open: 1 })
  expect([await order.status(), await desk.books(method)]).toEqual(['pending', [0, 0]])
  // Counted over all methods.
  expect((await desk.list(await desk.bank(), { status: 'ignored' })).waiting).toBe(waiting + 1)
  const line = await desk.line(method)
  const suggestion = { attempt_no: order.attemptNo, trade_no: order.tradeNo, email: order.member.email, amount: 1000, currency: 'CNY' }
  expect(line.suggestions).toEqual([{ ...suggestion, reasons: ['amount'], effect: 'settled' }])
  const confirmed = await desk.confirm(line)
  expect(confirmed.body).toMatchObject({ status: 'confirmed', trade_no: order.tradeNo, email: order.member.email, suggestions: [] })
  await t.runJobs()
  expect([await order.status(), await desk.books(method)]).toEqual(['completed', [1000, 0]])
  expect((await shop.details(order.tradeNo)).receipts).toMatchObject([{ callback_no: line.reference, outcome: 'settled' }])
  expect((await desk.list(method)).waiting).toBe(waiting)
})

test('two operators who confirm one line at once book it once', async () => {
  const [method, colleague] = [await desk.bank(), await t.admin()]
  const order = await desk.waiting(method)
  await desk.upload(method, {})
  const line = await desk.line(method)
  const answers = await atOnce((n) => desk.confirm(line, undefined, n % 2 === 0 ? shop.admin : colleague))
  expectOne(answers, 409)
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'statement.wrong_status']))
  expect(await desk.books(method, order.member)).toEqual([1000, 0])
})

test('one order suggested for many lines is booked by one of them', async () => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  await desk.upload(method, ...Array.from({ length: RACES }, () => ({})))
  const all = await desk.lines(method)
  const answers = await Promise.all(all.map((line) => desk.confirm(line)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'statement.changed']))
  expect(await desk.books(method, order.member)).toEqual([1000, 0])
  expect((await desk.lines(method)).filter(({ suggestions }) => suggestions.length > 0)).toEqual([])
})

test.each<[string, (order: Waiting) => Promise<unknown>, string, number, number]>([
  ['a booked payment is linked to', ({ url }) => epay.payAt(url), 'linked', 1000, 0],
  [
    'a cancelled order is credited by',
    ({ member, tradeNo }) => member.call('POST', '/muser/order/cancel', { trade_no: tradeNo }),
    'credited',
    1000,
    1000,
  ],
])('%s one of many lines that operators confirm at once', async (_, change, effect, came, credited) => {
  const method = await shop.epay(epay)
  const [order, other] = [await desk.waiting(method), await desk.waiting(method)]
  await change(order)
  await change(other)
  const changed = await desk.books(method, order.member)
  await desk.upload(method, ...Array.from({ length: RACES }, () => ({ number: `${order.tradeNo} ${other.tradeNo}` })))
  const all = (await desk.list(method, { status: 'unmatched' })).items
  const answers = await Promise.all(all.map((line) => desk.confirm(line, desk.suggested(line, order.tradeNo))))
  expect(all.map(({ suggestions }) => suggestions.map((one) => one.effect))).toEqual(all.map(() => [effect, effect]))
  expectOne(answers, 409)
  expect(await desk.books(method, order.member)).toEqual([effect === 'linked' ? changed[0] : came, credited])
})

test('an order changed since the suggestion is not booked as shown', async () => {
  const method = await desk.bank()
  const order = await desk.waiting(method)
  await desk.upload(method, {})
  const line = await desk.line(method)
  await order.member.call('POST', '/muser/order/cancel', { trade_no: order.tradeNo })
  expect((await desk.confirm(line)).body.code).toBe('statement.changed')
  const again = await desk.line(method)
  expect(again.suggestions).toMatchObject([{ effect: 'credited' }])
  expect((await desk.confirm(again)).status).toBe(200)
  expect(await desk.books(method, order.member)).toEqual([1000, 1000])
})

test('a confirmation of something never suggested is refused', async () => {
  const method = await desk.bank()
  const [order, far] = [await desk.waiting(method), await desk.waiting(method, 7700)]
  await desk.upload(method, {})
  const line = await desk.line(method)
  const confirmed = (id: number, attempt_no: string, effect: string) =>
    shop.admin.call('POST', `/admin/statements/${id}/confirmation`, { attempt_no, effect })
  const refused = async (attempt_no: string, effect: string) => (await confirmed(line.id, attempt_no, effect)).body.code
  expect(await refused(far.attemptNo, 'settled')).toBe('statement.changed')
  expect(await refused(order.attemptNo, 'credited')).toBe('statement.changed')
  expect(await refused(order.attemptNo, 'given')).toBe('input.invalid')
  expect((await confirmed(999_999, order.attemptNo, 'settled')).status).toBe(404)
  expect((await desk.confirm(line, undefined, order.member)).status).toBe(404)
  expect(await desk.books(method)).toEqual([0, 0])
})

test('a reference declared by the member suggests their order at any amount; a wrong amount is set aside', async () => {
  const method = await desk.bank()
  const [order, other] = [await desk.waiting(method), await desk.waiting(method)]
  const ref = desk.nextRef()
  await order.member.call('POST', '/muser/order/proof', { trade_no: order.tradeNo, proof: `Sent today, transfer no. ${ref}.` })
  await other.member.call('POST', '/muser/order/proof', { trade_no: other.tradeNo, proof: `9${ref}9` })
  expect(await desk.upload(method, { ref, amount: '9.50' })).toMatchObject({ booked: 0, open: 1 })
  const line = await desk.line(method)
  expect(line.suggestions).toMatchObject([{ trade_no: order.tradeNo, reasons: ['declared'], effect: 'underpaid' }])
  expect((await desk.confirm(line)).status).toBe(200)
  expect([await order.status(), await desk.books(method, order.member)]).toEqual(['pending', [950, 0]])
  expect((await shop.admin.call('GET', '/admin/receipts')).body.items).toMatchObject([
    { callback_no: ref, outcome: 'underpaid', amount: 950 },
  ])
})

test('suggestions match the day and the amount; the best match comes first', async () => {
  const method = await desk.bank()
  const [old, right, declared] = [await desk.waiting(method), await desk.waiting(method), await desk.waiting(method)]
  await desk.waiting(method, 1001)
  await t.database.pool.query(`update payment_attempts set created_at = created_at - interval '49 hours' where attempt_no = $1`, [
    old.attemptNo,
  ])
  const ref = desk.nextRef()
  await declared.member.call('POST', '/muser/order/proof', { trade_no: declared.tradeNo, proof: ref })
  await desk.upload(method, { ref })
  const line = await desk.line(method)
  expect(line.suggestions.map(({ trade_no }) => trade_no)).toEqual([declared.tradeNo, right.tradeNo])
  expect(line.suggestions[0]?.reasons).toEqual(['declared', 'amount'])
})

test('of two booked payments that fit, an operator links the right one', async () => {
  const method = await shop.epay(epay)
  const [one, two] = [await desk.waiting(method), await desk.waiting(method)]
  await epay.payAt(one.url)
  await epay.payAt(two.url)
  expect(await desk.upload(method, {})).toMatchObject({ matched: 0, open: 1 })
  const line = await desk.line(method)
  expect(line.suggestions.map(({ effect }) => effect)).toEqual(['linked', 'linked'])
  const before = await desk.books(method)
  const right = desk.suggested(line, two.tradeNo)
  expect((await desk.confirm(line, right)).body).toMatchObject({ status: 'confirmed', trade_no: two.tradeNo })
  expect(await desk.books(method)).toEqual(before)
  // Only the other payment is left, so the next line is matched automatically.
  expect(await desk.upload(method, {})).toMatchObject({ matched: 1 })
})

const assign = (id: number, body: object) => shop.admin.call('POST', `/admin/statements/${id}/assignment`, { note: 'phoned', ...body })

test('an unmatched line is given to an order or a member, or ignored, once', async () => {
  const method = await desk.bank()
  expect(await desk.upload(method, { amount: '12.00' }, { amount: '12.00' }, { amount: '12.00' })).toMatchObject({ open: 3 })
  const [a, b, c] = await desk.lines(method)
  const { member, tradeNo } = await shop.order()
  expect((await assign(a!.id, {})).status).toBe(422)
  const answers = await atOnce(() => assign(a!.id, { trade_no: tradeNo }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
  expect(await shop.ledger('member', member.id)).toBe(200)
  expect((await assign(b!.id, { trade_no: tradeNo })).body.code).toBe('order.wrong_status')
  expect((await assign(b!.id, { email: 'nobody@example.com' })).status).toBe(422)
  expect((await assign(b!.id, { email: member.email })).body).toMatchObject({ status: 'assigned', email: member.email })
  expect(await shop.ledger('member', member.id)).toBe(1400)
  const ignored = await shop.admin.call('POST', `/admin/statements/${c!.id}/dismissal`, { note: 'rent' })
  expect(ignored.body).toMatchObject({ status: 'ignored', note: 'rent' })
  expect((await assign(c!.id, { email: member.email })).body.code).toBe('statement.wrong_status')
  const by = { actorKind: 'staff', actorId: shop.admin.id, before: { status: 'unmatched', note: null } }
  const [toOrder, ...again] = await audited(t, 'statement_line', a!.id)
  expect([toOrder, again]).toMatchObject([{ ...by, action: 'statement_line.assign', after: { tradeNo }, reason: 'phoned' }, []])
  expect(await audited(t, 'statement_line', b!.id)).toMatchObject([{ ...by, after: { status: 'assigned', accountId: member.id } }])
  expect(await audited(t, 'statement_line', c!.id)).toMatchObject([
    { ...by, action: 'statement_line.ignore', after: { status: 'ignored' }, reason: 'rent' },
  ])
  expect(await shop.ledger('gateway', method.id)).toBe(-2400)
})

const invoices = await openInvoiceDesk(t)
/** A payment of 12.00 that names nothing. */
async function lineOf(): Promise<number> {
  const method = await desk.bank()
  await desk.upload(method, { amount: '12.00' })
  return (await desk.line(method)).id
}
const invoicesOf = async (member: Member, tradeNo: string) =>
  (await member.call('GET', '/muser/invoices', { trade_no: tradeNo })).body.items

test('a payment from a statement that goes to a balance is a completed top-up with an invoice, once', async () => {
  const [member, id] = [await t.member(), await lineOf()]
  const answers = await atOnce(() => assign(id, { email: member.email }))
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  const { body } = done[0]!
  await t.runJobs()
  const { order } = await shop.details(body.trade_no)
  expect(order).toMatchObject({ type: 'topup', status: 'completed', total_amount: 1200, bonus_amount: 0, is_assigned: false })
  expect(await shop.ledger('member', member.id)).toBe(1200)
  expect(await invoicesOf(member, body.trade_no)).toMatchObject([{ kind: 'invoice', total_amount: 1200 }])
  expect((await member.call('GET', '/muser/order/fetch')).body.items).toMatchObject([{ trade_no: body.trade_no, type: 'topup' }])
})

test('… also beside an order that waits to be paid, which stays as it is', async () => {
  const { member, tradeNo } = await shop.order()
  expect((await assign(await lineOf(), { email: member.email })).status).toBe(200)
  expect(await shop.status(member, tradeNo)).toBe('pending')
  expect(await shop.ledger('member', member.id)).toBe(1200)
})

test('… and can be refunded like one, with a credit note', async () => {
  const member = await t.member()
  const { body } = await assign(await lineOf(), { email: member.email })
  await t.runJobs()
  await invoices.refund(body.trade_no, { way: 'manual', amount: 1200 })
  await t.runJobs()
  expect(await shop.ledger('member', member.id)).toBe(0)
  expect((await shop.details(body.trade_no)).order.status).toBe('refunded')
  expect((await invoicesOf(member, body.trade_no)).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['credit_note', 'invoice'])
  expect((await checkLedger(t.database, jobActor('check_ledger'), t.app.now())).faults).toEqual([])
})
