import { FEW_EXPIRIES } from '@portico/contract/overview-admin'
import { and, eq, inArray, isNotNull, isNull, notLike } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { dayKey } from '../calendar.ts'
import { fillDemo } from '../demo/fill-demo.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '../ledger/ledger.table.ts'
import { orders } from '../orders/orders.table.ts'
import { plans } from '../plans/plans.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { monthSpan } from './month-span.ts'

const ZONE = 'America/New_York'
// In that zone it is still the 21st.
let now = new Date('2026-11-22T03:00:00Z')
const t = await forFile(startApp({ now: () => now }))
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', { 'site.timezone': ZONE })
await fillDemo(t.app)

const read = async (month?: string, who = owner) => (await who.call('GET', '/admin/overview/month', month ? { month } : {})).body
const dayOf = (at: Date): string => dayKey(at, ZONE)
type Entry = { day: string; value: number }

/** Counted by hand from single rows: which day each belongs to, and how much it adds. */
async function oracle() {
  const { db } = t.database
  const income = await db
    .select({ at: ledgerTransactions.createdAt, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.ledgerAccountId))
    .where(and(eq(ledgerAccounts.kind, 'gateway'), notLike(ledgerTransactions.kind, 'withdrawal.%')))
  const paid = await db.select({ at: orders.paidAt }).from(orders).where(isNotNull(orders.paidAt))
  const joined = await db.select({ at: accounts.createdAt }).from(accounts).where(isNull(accounts.roleId))
  const used = await db.select().from(trafficDaily)
  return {
    income: income.map(({ at, amount }): Entry => ({ day: dayOf(at), value: -amount })),
    orders: paid.map(({ at }): Entry => ({ day: dayOf(at!), value: 1 })),
    new_members: joined.map(({ at }): Entry => ({ day: dayOf(at), value: 1 })),
    traffic: used.map(({ day, up, down }): Entry => ({ day, value: up + down })),
    used,
  }
}
const total = (entries: Entry[], from: string, to: string): number =>
  entries.filter(({ day }) => day >= from && day <= to).reduce((sum, { value }) => sum + value, 0)
const daysOf = (month: string, last: number): string[] =>
  Array.from({ length: last }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`)

test('a month’s figures are the sums of the single rows, by days of the site’s zone', async () => {
  const [body, { used, ...counted }] = [await read(), await oracle()]
  expect(body).toMatchObject({
    month: '2026-11',
    through: '2026-11-21',
    through_before: '2026-10-21',
    first_month: '2026-09',
    currency: 'CNY',
  })
  for (const [name, entries] of Object.entries(counted)) {
    const sums = (days: string[]): number[] => days.map((day) => total(entries, day, day))
    expect(body[name], name).toEqual({
      total: total(entries, '2026-11-01', '2026-11-21'),
      total_before: total(entries, '2026-10-01', '2026-10-21'),
      days: sums(daysOf('2026-11', 21)),
      days_before: sums(daysOf('2026-10', 31)),
    })
    expect(body[name].total, name).not.toBe(0)
  }
  // Put together from the rows of many connections, the sums stay.
  now = new Date(now.getTime() + 15_000)
  await t.work('merge_quarters')
  expect(await read()).toEqual(body)
  const members = (from: string, to: string): number =>
    new Set(used.filter((row) => row.day >= from && row.day <= to && row.up + row.down > 0).map((row) => row.accountId)).size
  expect(body.active_members).toEqual({
    total: members('2026-11-01', '2026-11-21'),
    total_before: members('2026-10-01', '2026-10-21'),
    days: daysOf('2026-11', 21).map((day) => members(day, day)),
    days_before: daysOf('2026-10', 31).map((day) => members(day, day)),
  })
})

test('an order that staff assign is no paid order', async () => {
  now = new Date(now.getTime() + 15_000)
  const before = (await read()).orders.total
  const [plan, member] = [await t.plan(), await t.member()]
  const given = { email: member.email, plan_id: plan.id, period: 'month_price', total_amount: 700 }
  expect((await owner.call('POST', '/admin/orders', given)).status).toBe(200)
  now = new Date(now.getTime() + 15_000)
  expect((await read()).orders.total).toBe(before)
})

test('an earlier month counts whole; a month to come is refused; staff see only the figures of their role', async () => {
  const [body, counted] = [await read('2026-10'), await oracle()]
  expect(body).toMatchObject({ through: '2026-10-31', through_before: '2026-09-30' })
  expect(body.orders.total).toBe(total(counted.orders, '2026-10-01', '2026-10-31'))
  expect(body.orders.total_before).toBe(total(counted.orders, '2026-09-01', '2026-09-30'))
  for (const month of ['2026-12', '2026-13', '1999-01', 'x'])
    expect((await owner.call('GET', '/admin/overview/month', { month })).status, month).toBe(422)
  const shown = async (who: Member) =>
    Object.entries(await read(undefined, who)).flatMap(([name, value]) => (value !== null && typeof value === 'object' ? [name] : []))
  expect(await shown(owner)).toEqual(['income', 'orders', 'new_members', 'active_members', 'traffic'])
  expect(await shown(await t.staff('support'))).toEqual(['orders', 'new_members', 'active_members', 'traffic'])
  expect(await shown(await t.staff('network'))).toEqual(['traffic'])
  expect((await (await t.staff('content')).call('GET', '/admin/overview/month')).status).toBe(404)
})

test.each([
  ['in a month', '2026-11', '2026-11-22', ['2026-11-22', '2026-10-01', '2026-10-22', '2026-10-31']],
  ['on a day that the month before lacks', '2026-03', '2026-03-30', ['2026-03-30', '2026-02-01', '2026-02-28', '2026-02-28']],
  ['in a short month that is over', '2026-02', '2026-05-01', ['2026-02-28', '2026-01-01', '2026-01-28', '2026-01-31']],
  ['in January', '2027-01', '2027-01-01', ['2027-01-01', '2026-12-01', '2026-12-01', '2026-12-31']],
])('the days compared %s', (_, month, today, [through, firstBefore, throughBefore, lastBefore]) => {
  expect(monthSpan(month, today)).toEqual({ month, first: `${month}-01`, through, firstBefore, throughBefore, lastBefore })
})

test('figures may be 15 seconds old; a changed setting shows at once', async () => {
  const before = (await read()).new_members.total
  await t.member()
  expect((await read()).new_members.total).toBe(before)
  now = new Date(now.getTime() + 15_000)
  expect((await read()).new_members.total).toBe(before + 1)
  await owner.call('PATCH', '/admin/settings', { 'site.timezone': 'Asia/Shanghai' })
  expect((await read()).through).toBe('2026-11-22')
  await owner.call('PATCH', '/admin/settings', { 'site.timezone': ZONE })
})

test('plans that end in the next two weeks are counted by day, today first', async () => {
  const { items } = (await owner.call('GET', '/admin/overview/expiries')).body
  const rows = await t.database.db
    .select()
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.expiresAt), isNotNull(subscriptions.groupId)))
  const ends = rows.filter((row) => row.expiresAt! >= now)
  expect([items.length, items[0].day]).toEqual([14, '2026-11-21'])
  for (const { day, members, renewing } of items) {
    const these = ends.filter((row) => dayOf(row.expiresAt!) === day)
    expect([members, renewing], day).toEqual([these.length, these.filter((row) => row.autoRenew).length])
  }
  expect(items.some(({ members }: { members: number }) => members > 0)).toBe(true)
  const late = ends.filter((row) => dayOf(row.expiresAt!) <= items.at(-1).day)
  await t.database.db
    .update(subscriptions)
    .set({ autoRenew: true })
    .where(
      inArray(
        subscriptions.accountId,
        late.map((row) => row.accountId),
      ),
    )
  now = new Date(now.getTime() + 15_000)
  const again = (await owner.call('GET', '/admin/overview/expiries')).body.items
  expect(again.every((one: { members: number; renewing: number }) => one.members === one.renewing)).toBe(true)
})

test('if few plans end, they are told by member and time, the first to end first', async () => {
  const { db } = t.database
  const soon = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000)
  await db
    .update(subscriptions)
    .set({ expiresAt: soon(24 * 40), autoRenew: false })
    .where(isNotNull(subscriptions.expiresAt))
  const read = async () => {
    now = new Date(now.getTime() + 15_000)
    return (await owner.call('GET', '/admin/overview/expiries')).body
  }
  expect((await read()).few).toEqual([])
  const group = await t.group()
  const members = await Promise.all(Array.from({ length: FEW_EXPIRIES + 1 }, () => t.member()))
  const [late, first, ...more] = members as [Member, Member, ...Member[]]
  const ends = [soon(2), soon(50)]
  await t.subscribe(late.id, group.id, { expiresAt: ends[1]!, autoRenew: true })
  await t.subscribe(first.id, group.id, { expiresAt: ends[0]! })
  const [plan] = await db.select().from(plans).limit(1)
  await db
    .update(plans)
    .set({ name: '轻量', translations: { en: { name: 'Light' } } })
    .where(eq(plans.id, plan!.id))
  await db.update(subscriptions).set({ planId: plan!.id }).where(eq(subscriptions.accountId, late.id))
  expect((await read()).few).toEqual([
    { account_id: first.id, email: first.email, plan_name: null, expires_at: ends[0]!.toISOString(), renewing: false },
    { account_id: late.id, email: late.email, plan_name: 'Light', expires_at: ends[1]!.toISOString(), renewing: true },
  ])
  for (const { id } of more) await t.subscribe(id, group.id, { expiresAt: soon(100) })
  expect((await read()).few).toBeNull()
})
