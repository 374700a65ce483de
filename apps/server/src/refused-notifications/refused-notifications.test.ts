import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { dropOldRefusals } from './drop-old-refusals.ts'
import { refusedNotifications } from './refused-notifications.table.ts'
import { safeBody } from './safe-body.ts'
import { refusalLog } from './note-refusals.ts'

const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const shop = await openShop(t)
const epay = await forFile(startEpay())
const reader = await t.staff(['log.read', 'members.read'])

async function list(query: Record<string, unknown> = {}) {
  await refusalLog(t.app).flush()
  return (await reader.call('GET', '/admin/log/notifications', query)).body
}
async function checkedOut() {
  const method = await shop.epay(epay)
  const { member, tradeNo } = await shop.order()
  const { body } = await shop.checkout(member, tradeNo, method)
  await fetch(body.data)
  return { method, attemptNo: new URL(body.data).searchParams.get('out_trade_no')! }
}

test('a forged notification is a row with method, reason, number and address; a good one leaves none', async () => {
  const { method, attemptNo } = await checkedOut()
  await epay.send(method.notify_url, epay.notification(attemptNo, {}, 'x'.repeat(32)))
  const { items } = await list({ method_id: method.id })
  expect(items).toMatchObject([
    { reason: 'not_genuine', detail: 'wrong signature', method_name: 'epay', driver: 'epay', ip: '127.0.0.1', number: attemptNo, times: 1 },
  ])
  expect(items[0].body).toContain(`out_trade_no: ${attemptNo}`)
  expect(items[0].body).toContain('sign: …')
  epay.markPaid(attemptNo)
  await epay.send(method.notify_url, epay.notification(attemptNo))
  expect((await list({ method_id: method.id })).items).toHaveLength(1)
  expect((await list({ number: attemptNo })).items).toHaveLength(1)
})

test('an unknown attempt, another method, a wrong amount and an invalid address each have their own reason', async () => {
  const [{ method, attemptNo }, other] = [await checkedOut(), await shop.epay(epay)]
  const send = (url: string, no: string, changes = {}) => epay.send(url, epay.notification(no, changes))
  await send(method.notify_url, 'NOSUCHATTEMPT1', { money: '10.00' })
  await send(other.notify_url, attemptNo)
  await send(method.notify_url, attemptNo, { money: '0.01' })
  await fetch(`${t.base}/api/v1/guest/payment/notify/epay/${'0'.repeat(24)}?out_trade_no=ABCDEF123456`)
  const of = async (reason: string) => (await list({ reason })).items
  expect(await of('unknown_attempt')).toMatchObject([{ number: 'NOSUCHATTEMPT1', method_id: method.id }])
  expect(await of('wrong_method')).toMatchObject([{ number: attemptNo, method_id: other.id }])
  expect(await of('wrong_amount')).toMatchObject([{ number: attemptNo, detail: '0.01 CNY' }])
  expect(await of('unknown_address')).toMatchObject([{ number: 'ABCDEF123456', method_id: null, method_name: null, driver: 'epay' }])
  expect(await of('too_large')).toEqual([])
  await fetch(method.notify_url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
  expect(await of('too_large')).toMatchObject([{ body: null, number: null }])
})

test('only parts of a body without secrets and personal data are stored', async () => {
  const body = {
    id: 'evt_1234567',
    type: 'checkout.session.completed',
    key: 'sk_live_1',
    data: {
      object: {
        amount_total: 1000,
        currency: 'cny',
        customer_details: { email: 'payer@example.com', name: 'Jane Payer' },
        status: 'Jane Payer',
      },
    },
    'a<script>b': 'x',
  }
  const cut = safeBody(new URLSearchParams('sign=SECRET&out_trade_no=ABC123456'), Buffer.from(JSON.stringify(body)))
  expect(cut.number).toBe('ABC123456')
  expect(cut.body?.split('\n')).toEqual([
    'sign: …',
    'out_trade_no: ABC123456',
    'id: evt_1234567',
    'type: checkout.session.completed',
    'key: …',
    'data.object.amount_total: 1000',
    'data.object.currency: cny',
    'data.object.customer_details.email: …',
    'data.object.customer_details.name: …',
    'data.object.status: …',
    'ascriptb: …',
  ])
})

test.each([
  ['nothing', '', null, null],
  ['a text', 'hello world', null, null],
  ['an array', '[1,"secret"]', '0: …\n1: …', null],
  ['a form', 'order_id=ABC123456&buyer=me%40example.com', 'order_id: ABC123456\nbuyer: …', 'ABC123456'],
  ['deep objects', JSON.stringify({ a: { b: { c: { d: { e: 'secret' } } } } }), 'a.b.c.d: …', null],
  ['an evil number', JSON.stringify({ order_id: '=cmd|calc' }), 'order_id: …', null],
])('a body may be %s', (_, text, body, number) => {
  expect(safeBody(new URLSearchParams(), Buffer.from(text))).toEqual({ body, number })
})

test('a stored body is cut to its limit, whatever it contains', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}${'n'.repeat(100)}`, 1]))
  expect(safeBody(new URLSearchParams(), Buffer.from(JSON.stringify(many))).body?.length).toBeLessThanOrEqual(1000)
  expect(safeBody(new URLSearchParams(), Buffer.from(JSON.stringify({ id: 'ABC123456', x: 'y'.repeat(100_000) }))).body).toBeNull()
})

test('a flood from one network is twenty rows a minute and a count', async () => {
  const url = `${t.base}/api/v1/guest/payment/notify/epay/${'1'.repeat(24)}`
  const headers = { 'x-forwarded-for': '198.51.100.77' }
  await Promise.all(Array.from({ length: 60 }, () => fetch(url, { headers })))
  await refusalLog(t.app).flush()
  const { rows } = await t.database.db.execute<{ reason: string; rows: number; times: number }>(sql`
    select reason, count(*)::int as rows, sum(times)::int as times from ${refusedNotifications} where network = '198.51.100.77' group by 1`)
  expect(rows.reduce((sum, row) => sum + row.times, 0)).toBe(60)
  // A minute may end meanwhile.
  expect(rows.find((row) => row.reason === 'unknown_address')?.rows).toBeLessThanOrEqual(40)
  expect(rows.find((row) => row.reason === 'more')?.rows).toBeLessThanOrEqual(2)
})

test('the log has no gateway key, and rows are kept for 180 days', async () => {
  const { rows } = await t.database.db.execute(sql`select ${refusedNotifications}::text as row from ${refusedNotifications}`)
  expect(rows.length).toBeGreaterThan(20)
  expect(JSON.stringify(rows)).not.toContain(epay.key)
  const later = (days: number): Date => new Date(t.app.now().getTime() + days * 86_400_000)
  await dropOldRefusals(t.database, later(179))
  expect((await list()).items.length).toBeGreaterThan(20)
  await dropOldRefusals(t.database, later(181))
  expect((await list()).items).toEqual([])
})
