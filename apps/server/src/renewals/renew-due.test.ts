import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { renewDue } from './renew-due.ts'

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
  const [row] = await t.database.db.select().from(subscriptions).where(eq(subscriptions.accountId, member.id))
  const { items } = (await member.call('GET', '/muser/order/fetch')).body
  return { problem: row!.renewProblem, renewals: items.filter(({ type }: { type: string }) => type === 'renew') }
}

test('a renewal for which one cent is missing is not made, and no order is left open', async () => {
  const member = await dueMember(['month_price'], 999)
  expect(await renew(member)).toEqual({ problem: 'balance.insufficient', renewals: [] })
  expect(await shop.ledger('member', member.id)).toBe(999)
})

test('a renewal for which the balance is just enough takes all of it', async () => {
  const member = await dueMember(['month_price'], 1000)
  expect(await renew(member)).toMatchObject({ problem: null, renewals: [{ status: 'completed', balance_amount: 1000 }] })
  expect(await shop.ledger('member', member.id)).toBe(0)
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
