import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { openStatementDesk } from '../../test/statement-desk.ts'

let serial = 0

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)
const desk = openStatementDesk(t, shop)

const today = (): string => t.app.now().toISOString()
const csvOf = (...rows: string[]): string => ['Date,Amount,Currency,Reference,Number', ...rows].join('\r\n')
const upload = async (methodId: number, csv: string) => (await desk.importFile({ id: methodId }, csv)).body.counts
const lines = async (query: Record<string, unknown> = {}) => (await shop.admin.call('GET', '/admin/statements', query)).body.items

async function checkedOut(method?: { id: number }) {
  const by = method ?? (await shop.epay(epay))
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, by)
  await fetch(body.data)
  return { method: by, member, tradeNo, url: body.data as string, attemptNo: new URL(body.data).searchParams.get('out_trade_no')! }
}

test('booked payments are matched by the gateway’s number; importing again changes nothing', async () => {
  const { method, url, tradeNo } = await checkedOut()
  await epay.payAt(url)
  const { receipts } = await shop.details(tradeNo)
  const csv = csvOf(`${today()},10.00,CNY,${receipts[0].callback_no},`)
  expect(await upload(method.id, csv)).toMatchObject({ skipped: 0, repeated: 0, matched: 1, booked: 0, open: 0 })
  const gateway = await shop.ledger('gateway')
  for (const answer of await atOnce(() => upload(method.id, csv))) expect(answer).toMatchObject({ repeated: 1, booked: 0 })
  expect(await shop.ledger('gateway')).toBe(gateway)
  expect(await lines({ method_id: method.id })).toMatchObject([{ status: 'matched', trade_no: tradeNo }])
})

test('a missed payment is booked by our number and opens its order, once in many imports', async () => {
  const { method, member, tradeNo, attemptNo } = await checkedOut()
  const answers = await atOnce(() => upload(method.id, csvOf(`${today()},10.00,CNY,BANK1,${attemptNo}`)))
  expect(answers.filter(({ booked, matched }) => booked + matched === 1)).toHaveLength(1)
  await t.runJobs()
  expect(await shop.status(member, tradeNo)).toBe('completed')
  expect((await shop.details(tradeNo)).receipts).toMatchObject([{ callback_no: 'BANK1', outcome: 'settled' }])
})

test('an order confirmed by hand is not paid again by its line', async () => {
  const method = await shop.method({ driver: 'manual', config: { instructions: 'IBAN' } })
  const { member, tradeNo } = await shop.order()
  await shop.checkout(member, tradeNo, method)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'seen at the bank' })
  const gateway = await shop.ledger('gateway')
  expect(await upload(method.id, csvOf(`${today()},10.00,CNY,BYHAND${++serial},`))).toMatchObject({ matched: 1, open: 0, booked: 0 })
  expect(await shop.ledger('gateway')).toBe(gateway)
})

test('an unmatched line is given to an order or a member, or ignored, once', async () => {
  const method = await shop.method({ driver: 'manual', config: { instructions: 'IBAN' } })
  const rows = ['A', 'B', 'C'].map((no) => `${today()},12.00,CNY,QUEUE${no},`)
  expect(await upload(method.id, csvOf(...rows))).toMatchObject({ open: 3 })
  const [c, b, a] = (await lines({ status: 'unmatched', method_id: method.id })) as { id: number }[]
  const { member, tradeNo } = await shop.order()
  const assign = (id: number, body: object) => shop.admin.call('POST', `/admin/statements/${id}/assignment`, { note: 'phoned', ...body })
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
