import { expect, test } from 'vitest'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, PASSWORD, startApp } from '../../../test/harness.ts'
import { at, timeMachine } from '../../../test/time-machine.ts'

// A change of plan that is undone after weeks. Amounts in minor units; nothing is reset, so a term is worth the time left.

const zone = 'Asia/Shanghai'
let clock = at('2027-01-01T00:00', zone)
const t = await forFile(startApp({ now: () => clock }))
const shop = await openShop(t)
const tm = timeMachine(t)

test('money row 3: what a change took over is worth no less after it is undone, though the months before it went by', async () => {
  const member = await t.member()
  const basic = await tm.plan({ month_price: 3000, resetMode: 'never' })
  const pro = await tm.plan({ year_price: 36_500, resetMode: 'never' })
  const january = await tm.buy(member, basic, 'month_price', clock, zone)
  const february = await tm.buy(member, basic, 'month_price', clock, zone)
  const change = await tm.buy(member, pro, 'year_price', clock, zone)
  expect(change).toMatchObject({ totalAmount: 30_500, surplusAmount: 6000 })

  // 327 of 365 days are left: 26.87 of each 30.00. January is over. Of February, 21 of 28 days are left: 12.52 × 3/4 and 17.48 are 26.87.
  clock = at('2027-02-08T00:00', zone)
  const admin = await t.admin()
  const detailsOf = async (tradeNo: string) => (await admin.call('GET', `/admin/orders/${tradeNo}`)).body
  expect((await detailsOf(change.tradeNo)).refundable.ending).toMatchObject({ after: { plan_name: basic.name }, credited: 2687 + 1748 })
  const body = { refund_no: 'UNDOLATE000001', way: 'manual', amount: 30_500, reason: 'asked for it' }
  expect(await admin.call('POST', `/admin/orders/${change.tradeNo}/refunds`, body)).toMatchObject({
    status: 200,
    body: { end_term: true },
  })
  expect((await tm.term(member)).planId).toBe(basic.id)
  expect(await shop.ledger('member', member.id)).toBe(2687 + 1748)
  expect((await detailsOf(february.tradeNo)).refundable, 'all that was paid for it').toMatchObject({ total: 3000, balance: 1252 })
  expect((await detailsOf(january.tradeNo)).refundable).toMatchObject({ total: 3000, balance: 313 })
  const signedIn = await t.call('POST', '/muser/auth/login', { email: member.email, password: PASSWORD })
  const wanted = { plan_id: pro.id, period: 'year_price', use_balance: false }
  const { lines } = (await t.call('POST', '/muser/order/quote', wanted, { 'x-token': signedIn.body.x_token as string })).body
  expect(lines.find(({ kind }: { kind: string }) => kind === 'surplus')).toMatchObject({ amount: -939 })
  expect((await admin.call('POST', '/admin/ledger/check')).body).toMatchObject({ fault_count: 0 })
})
