import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { renewDue } from './renew-due.ts'
import { atOnce } from '../../test/at-once.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { plans } from '../plans/plans.table.ts'
import { notePrices } from './note-price.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

/** A member who bought these periods of a plan of 10.00 a month and 100.00 a year, and whose term ends in six hours. */
async function dueMember(periods: string[], balance: number): Promise<Member> {
  const [plan, member] = await Promise.all([t.plan(), t.member()])
  for (const period of periods) {
    const { body } = await member.call('POST', '/muser/order/save', { plan_id: plan.id, period })
    await shop.admin.call('POST', `/admin/orders/${body.trade_no}/payment`, { note: 'cash' })
    await t.runJobs()
  }
  await shop.give(member, balance)
  const ends = new Date(t.app.now().getTime() + 6 * HOUR)
  await t.database.db
    .update(subscriptions)
    .set({ autoRenew: true, expiresAt: ends, nextResetAt: ends })
    .where(eq(subscriptions.accountId, member.id))
  return member
}
async function renew(member: Member) {
  await renewDue(t.database, { now: t.app.now, settings: t.app.settings() }, (_, error) => {
    throw error
  })
  const { renewProblem: problem } = await t.subscription(member.id)
  const { items } = (await member.call('GET', '/muser/order/fetch')).body
  return { problem, renewals: items.filter(({ type }: { type: string }) => type === 'renew') }
}

test('a renewal for which one cent is missing is not made, and no order is left open; just enough is taken', async () => {
  const member = await dueMember(['month_price'], 999)
  expect(await renew(member)).toEqual({ problem: 'balance.insufficient', renewals: [] })
  expect(await shop.ledger('member', member.id)).toBe(999)
  const enough = await dueMember(['month_price'], 1000)
  expect(await renew(enough)).toMatchObject({ problem: null, renewals: [{ status: 'completed', balance_amount: 1000 }] })
  expect(await shop.ledger('member', enough.id)).toBe(0)
})

test('a term is renewed for the period that was bought last, not first', async () => {
  const member = await dueMember(['year_price', 'month_price'], 20_000)
  const { renewals } = await renew(member)
  expect(renewals).toMatchObject([
    { period: 'month_price', price_amount: 1000 },
    { period: 'month_price', balance_amount: 0 },
  ])
})

test('members whose failure cannot be recorded are tried once, even if they fill a whole round', async () => {
  const { id: planId } = await t.plan()
  // Ends with microseconds, which only SQL by hand writes: nothing that compares them to the millisecond finds them.
  await t.database.pool.query(
    `with made as (
      insert into accounts (email, email_key, password_hash)
      select one, one, '-' from (select 'due' || n || '@example.com' from generate_series(1, 500) n) as emails (one) returning id
    )
    insert into subscriptions (account_id, plan_id, token, uuid, auto_renew, expires_at)
    select id, $1, 'due' || id, gen_random_uuid(), true, $2::timestamptz + interval '1 microsecond' from made`,
    [planId, new Date(t.app.now().getTime() + HOUR)],
  )
  const { failed } = await renewDue(t.database, { now: t.app.now, settings: t.app.settings() }, () => {})
  expect(failed).toBe(500)
})

const DAY = 86_400_000

const note = () => notePrices(t.database, { now: t.app.now(), settings: t.app.settings() })
const told = async (member: Member): Promise<unknown[]> =>
  (await messagesOf(member, 'renewal_price')).map(({ data, ended }) => [data['amount'], ended])
const price = ({ id }: { id: number }, month_price: number) => t.database.db.update(plans).set({ month_price }).where(eq(plans.id, id))

/** A member with a paid month of a plan that renews itself and ends in `days`. */
async function renewing(days = 9) {
  const plan = await t.plan()
  const { member, tradeNo } = await shop.order(plan)
  await shop.admin.call('POST', `/admin/orders/${tradeNo}/payment`, { note: 'cash' })
  await t.runJobs()
  const expiresAt = new Date(t.app.now().getTime() + days * DAY)
  await t.database.db
    .update(subscriptions)
    .set({ expiresAt, nextResetAt: expiresAt, autoRenew: true })
    .where(eq(subscriptions.accountId, member.id))
  return { plan, member }
}

test('each new price of the next renewal brings one message, which ends when the old price is back or renewal is off', async () => {
  const { plan, member } = await renewing()
  await atOnce(note)
  expect(await told(member)).toEqual([])
  await price(plan, 1500)
  await atOnce(note)
  await atOnce(note)
  expect(await told(member)).toEqual([[1500, false]])
  await price(plan, 1800)
  await atOnce(note)
  expect(await told(member)).toEqual([
    [1800, false],
    [1500, true],
  ])
  await price(plan, 1000)
  await note()
  expect((await told(member)).map((one) => (one as unknown[])[1])).toEqual([true, true])
  await price(plan, 1600)
  await note()
  await member.call('POST', '/muser/update', { auto_renewal: false })
  expect((await told(member))[0]).toEqual([1600, true])
})

test('not told: long before, without automatic renewal, while suspended, or where renewals are off', async () => {
  const [early, manual, banned] = [await renewing(12), await renewing(), await renewing()]
  await manual.member.call('POST', '/muser/update', { auto_renewal: false })
  for (const { plan } of [early, manual, banned]) await price(plan, 1500)
  await t.ban(banned.member.id)
  await note()
  for (const { member } of [early, manual]) expect(await told(member)).toEqual([])
  const { rows } = await t.database.pool.query(`select from events where type = 'renewal_price' and account_id = $1`, [banned.member.id])
  expect(rows).toEqual([])
  const other = await renewing()
  await price(other.plan, 1500)
  await shop.admin.call('PATCH', '/admin/settings', { 'renewal.enabled': false })
  await note()
  expect(await told(other.member)).toEqual([])
  await shop.admin.call('PATCH', '/admin/settings', { 'renewal.enabled': true })
  await note()
  expect(await told(other.member)).toEqual([[1500, false]])
})
