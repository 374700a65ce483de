import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '../../accounts/accounts.table.ts'
import { openShop } from '../../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { messagesOf } from '../../../test/messages-of.ts'
import { renewDue } from '../../renewals/renew-due.ts'
import { subscriptions } from '../../subscriptions/subscriptions.table.ts'
import { announcePrices } from './announce-prices.ts'
import { priceChanges } from './price-changes.table.ts'

const DAY = 86_400_000
const t = await forFile(startApp())
const shop = await openShop(t)
const mailbox = await forFile(openMailbox(t))

let plan: { id: number }
beforeEach(async () => {
  plan = await t.plan({ translations: { 'zh-CN': { name: '基础版' } } })
})
/** A member who paid 10.00 for a month of the plan. */
async function holder(): Promise<Member> {
  const { member, tradeNo } = await shop.order(plan)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  return member
}
const change = (values: Record<string, unknown>) => shop.admin.call('PATCH', `/admin/plans/${plan.id}`, values)
const inDays = (n: number): string => new Date(t.app.now().getTime() + n * DAY).toISOString()
const seen = async (member: Member) =>
  (await member.call('GET', '/muser/plan/fetch')).body.items.find(({ id }: { id: number }) => id === plan.id)
const quoted = async (member: Member, period = 'month_price') =>
  (await member.call('POST', '/muser/order/quote', { plan_id: plan.id, period })).body.lines[0].amount
const renewing = async () => (await shop.admin.call('GET', `/admin/plans/${plan.id}/renewals`)).body.items
const told = async (member: Member) =>
  (await messagesOf(member, 'price_announced')).map(({ data, ended }) => [data['now_amount'], data['amount'], ended])
const speak = (member: Member, language: 'en' | 'zh-CN') =>
  t.database.db.update(accounts).set({ language }).where(eq(accounts.id, member.id))

test('a higher price is for new sales only unless the operator says otherwise: holders keep theirs, also for an automatic renewal', async () => {
  const [member, newcomer] = [await holder(), await t.member()]
  expect(await renewing()).toEqual([{ period: 'month_price', amount: 1000, members: 1, next: null }])
  expect((await change({ month_price: 1500, year_price: 12_000 })).status).toBe(200)
  expect([await quoted(member), await quoted(newcomer), await quoted(member, 'year_price')]).toEqual([1000, 1500, 10_000])
  expect(await seen(member)).toMatchObject({
    month_price: 1000,
    own_prices: [
      { period: 'month_price', usual_amount: 1500, next: null },
      { period: 'year_price', usual_amount: 12_000, next: null },
    ],
  })
  expect(await seen(newcomer)).toMatchObject({ month_price: 1500, own_prices: [] })

  await shop.give(member, 3000)
  for (const _ of [1, 2]) {
    const soon = new Date(t.app.now().getTime() + DAY / 2)
    const term = { autoRenew: true, expiresAt: soon, nextResetAt: soon }
    await t.database.db.update(subscriptions).set(term).where(eq(subscriptions.accountId, member.id))
    expect((await member.call('GET', '/muser/renewal')).body).toMatchObject({ amount: 1000, paid_by: 'balance' })
    const run = { now: t.app.now, settings: t.app.settings() }
    expect(await renewDue(t.database, run as never, () => {})).toEqual({ renewed: 1, failed: 0 })
  }
  expect(await shop.ledger('member', member.id)).toBe(1000)
  expect(await renewing()).toEqual([{ period: 'month_price', amount: 1000, members: 1, next: null }])
  expect(await told(member)).toEqual([])
})

test('a fall counts for holders at once; a permanent plan of the same name and a plan of a code do not keep a month’s price', async () => {
  const [member, given] = [await holder(), await t.member()]
  await t.subscribe(given.id, (await t.group()).id, { planId: plan.id })
  await change({ month_price: 1500, onetime_price: 5000 })
  await change({ onetime_price: 6000 })
  expect([await quoted(given), await quoted(member, 'onetime_price')]).toEqual([1500, 6000])
  await change({ month_price: 800 })
  expect(await quoted(member)).toBe(800)
  await holder()
  expect(await renewing()).toEqual([{ period: 'month_price', amount: 800, members: 2, next: null }])
  expect((await shop.admin.call('GET', '/admin/plans/999999/renewals')).status).toBe(404)
  await change({ month_price: 1500 })
  expect(await quoted(member)).toBe(800)
  await change({ month_price: null })
  expect(await renewing()).toEqual([])
})

test('announced for renewals from a day on: members are told once in their language, pay the old price until then and the new one after', async () => {
  const [member, chinese, newcomer] = [await holder(), await holder(), await t.member()]
  await speak(chinese, 'zh-CN')
  const short = await change({ month_price: 1500, renewals_from: inDays(6.9) })
  expect([short.status, Object.keys(short.body.errors)]).toEqual([422, ['renewals_from']])
  const from = inDays(7.1)
  expect((await change({ month_price: 1500, renewals_from: from })).status).toBe(200)
  expect(await renewing()).toEqual([{ period: 'month_price', amount: 1000, members: 2, next: { amount: 1500, from } }])
  const mails = [await mailbox.mailTo(member.email), await mailbox.mailTo(chinese.email)]
  expect(mails[0]!.text).toMatch(/costs ¥15(\.00)?\.\s+Until then you renew for ¥10/)
  expect(mails[1]!.text).toMatch(/“基础版”.*起续费，价格为 ¥15/)
  expect(mailbox.link(mails[0]!)).toBe(`${t.base}/user/plan/${plan.id}/1`)
  const { rows } = await t.database.pool.query('select max(id)::int as id from plan_price_changes')
  // The second is gone with its plan.
  for (const changeId of [rows[0].id, 999_999]) await announcePrices(t.database, { changeId, settings: t.app.settings(), now: t.app.now() })
  expect([await told(member), await told(newcomer)]).toEqual([[[1000, 1500, false]], []])
  expect((await seen(member)).own_prices).toEqual([{ period: 'month_price', usual_amount: 1500, next: { amount: 1500, from } }])
  expect(await quoted(member)).toBe(1000)
  // The renewal falls after that day.
  expect((await member.call('GET', '/muser/renewal')).body.amount).toBe(1500)
  t.travel(7.2 * DAY)
  expect([await quoted(member), (await seen(member)).own_prices]).toEqual([1500, []])
  await change({ month_price: 1000 })
  expect(await told(member)).toEqual([[1000, 1500, true]])
})

test('what is announced can be moved and taken back, and the earlier message ends; those who pay less can be told of a price that stays', async () => {
  const member = await holder()
  await change({ month_price: 1500, year_price: 12_000, reset_price: 200 })
  expect((await change({ month_price: 1500, reset_price: 300, renewals_from: inDays(30) })).status).toBe(200)
  await t.runJobs()
  expect(await told(member)).toEqual([[1000, 1500, false]])
  await change({ month_price: 1800, renewals_from: inDays(40) })
  await t.runJobs()
  expect(await told(member)).toEqual([
    [1000, 1800, false],
    [1000, 1500, true],
  ])
  await change({ month_price: 2000 })
  expect((await told(member)).map(([, , ended]) => ended)).toEqual([false, true])
  await change({ month_price: 1000 })
  await t.runJobs()
  expect((await told(member)).map(([, , ended]) => ended)).toEqual([true, true])
  expect((await seen(member)).own_prices).toMatchObject([{ period: 'year_price', next: null }])
  const noted = await t.database.db.select().from(priceChanges).where(eq(priceChanges.planId, plan.id))
  // A traffic reset is no renewal, and a period that is not named stays as it is.
  expect(noted.map(({ period, renewalsFrom }) => [period, renewalsFrom !== null])).toEqual([
    ['month_price', false],
    ['year_price', false],
    ['reset_price', false],
    ['month_price', true],
    ['reset_price', false],
    ['month_price', true],
    ['month_price', false],
    ['month_price', false],
  ])
})
