import { eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { createOpener } from './fulfill-waiting.ts'
import { orders } from './orders.table.ts'
import { renewDue } from '../renewals/renew-due.ts'

// Orders opened or renewed in one transaction with others: a problem with one must not affect the others.

const MEMBERS = 25
const HOUR = 3_600_000
const t = await forFile(startApp())
const shop = await openShop(t)

const some = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: MEMBERS }, make))

/** Members whose plan renews in six hours, each with enough balance for one more month. */
async function dueMembers() {
  const plan = await t.plan()
  const ends = new Date(t.app.now().getTime() + 6 * HOUR)
  const members = await some(async () => {
    const { member, tradeNo } = await shop.order(plan)
    await shop.takeCash(tradeNo)
    await shop.give(member, 1500)
    return member
  })
  await t.runJobs()
  const term = { autoRenew: true, expiresAt: ends, nextResetAt: ends }
  await t.database.db.update(subscriptions).set(term).where(eq(subscriptions.planId, plan.id))
  return { plan, members, ends }
}

test('of many orders for one plan, the one that cannot be opened waits, and the others are opened once', async () => {
  const plan = await t.plan()
  const placed = await some(() => shop.order(plan))
  for (const { tradeNo } of placed) await shop.takeCash(tradeNo)
  const broken = placed[12]!
  const [row] = await t.database.db.select().from(orders).where(eq(orders.tradeNo, broken.tradeNo))
  // No subscription may have such a quota: the database refuses it.
  const impossible = { ...row!.snapshot!, transferEnable: -1 }
  await t.database.db.update(orders).set({ snapshot: impossible }).where(eq(orders.tradeNo, broken.tradeNo))
  const open = createOpener(t.app)
  await Promise.all([open(), open(), createOpener(t.app)()])
  for (const { member, tradeNo } of placed) {
    const { status } = (await shop.details(tradeNo)).order
    const term = await shop.term(member)
    if (tradeNo === broken.tradeNo) expect([status, term.expiresAt]).toEqual(['processing', null])
    else {
      expect(status).toBe('completed')
      // Opened twice, it would be two months.
      expect(term.expiresAt!.getTime() - t.app.now().getTime()).toBeLessThan(32 * 24 * HOUR)
    }
  }
})

test('of many renewals of one plan, the impossible ones say why and the others succeed once, however many processes try', async () => {
  const { plan, members, ends } = await dueMembers()
  const poor = members[3]!
  const busy = members[17]!
  await shop.give(poor, -1500)
  await busy.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price', use_balance: false })
  const run = { now: t.app.now, settings: t.app.settings() }
  const unexpected = vi.fn<(accountId: number, error: unknown) => void>()
  await Promise.all(Array.from({ length: 3 }, () => renewDue(t.database, run, unexpected)))
  expect(unexpected).not.toHaveBeenCalled()
  for (const member of members) {
    const { renewProblem, expiresAt } = await t.subscription(member.id)
    const isRenewed = member !== poor && member !== busy
    expect(renewProblem).toBe(member === poor ? 'balance.insufficient' : member === busy ? 'order.open_exists' : null)
    expect(expiresAt! > ends).toBe(isRenewed)
    expect(await shop.ledger('member', member.id)).toBe(member === poor ? 0 : isRenewed ? 500 : 1500)
  }
  // A member who then pays by hand no longer sees that the renewal failed.
  await shop.bought(plan, poor)
  const paid = await t.subscription(poor.id)
  expect(paid.expiresAt! > ends).toBe(true)
  expect([paid.renewProblem, paid.renewAfter]).toEqual([null, null])
})

test('a renewal that fails unexpectedly is logged and retried later; the others succeed', async () => {
  const { members, ends } = await dueMembers()
  const odd = members[7]!
  // A constraint that the code does not know.
  await t.asOwner(`alter table orders add constraint odd check (account_id <> ${odd.id} or renewal_of is null) not valid`)
  const run = { now: t.app.now, settings: t.app.settings() }
  const unexpected = vi.fn<(accountId: number, error: unknown) => void>()
  const done = await renewDue(t.database, run, unexpected)
  await t.asOwner('alter table orders drop constraint odd')
  expect(done).toEqual({ renewed: MEMBERS - 1, failed: 1 })
  expect(unexpected).toHaveBeenCalledExactlyOnceWith(odd.id, expect.any(Error))
  expect(await t.subscription(odd.id)).toMatchObject({ renewProblem: 'server.error', expiresAt: ends })
  t.travel(2 * HOUR)
  expect(await renewDue(t.database, run, unexpected)).toMatchObject({ renewed: 1 })
})

const paidOrders = async () => {
  const plan = await t.plan()
  const placed = await some(() => shop.order(plan))
  for (const { tradeNo } of placed) await shop.takeCash(tradeNo)
  return { plan, tradeNos: placed.map(({ tradeNo }) => tradeNo) }
}
const openedOf = async (tradeNos: string[]): Promise<string[]> =>
  (await t.database.db.select().from(orders).where(inArray(orders.tradeNo, tradeNos)))
    .filter(({ status }) => status === 'completed')
    .map(({ tradeNo }) => tradeNo)

test('an order locked by another process is skipped, and opened once it is free', async () => {
  const { tradeNos } = await paidOrders()
  const letGo = await t.hold(`select from orders where trade_no = '${tradeNos[3]}' for update`)
  await createOpener(t.app)()
  expect((await openedOf(tradeNos)).toSorted()).toEqual(tradeNos.filter((one) => one !== tradeNos[3]).toSorted())
  await letGo()
  await createOpener(t.app)()
  expect(await openedOf(tradeNos)).toHaveLength(MEMBERS)
})

test('while one process opens a group’s orders, others do not wait but open those of other groups', async () => {
  const [busy, free] = [await paidOrders(), await paidOrders()]
  // The first one waits for this lock in the middle of its transaction.
  const letGo = await t.hold(`select from groups where id = ${busy.plan.groupId} for update`)
  const first = createOpener(t.app)()
  await expect.poll(t.waiting).toBe(1)
  await createOpener(t.app)()
  expect(await openedOf(free.tradeNos)).toHaveLength(MEMBERS)
  expect(await openedOf(busy.tradeNos)).toEqual([])
  await letGo()
  await first
  expect(await openedOf(busy.tradeNos)).toHaveLength(MEMBERS)
})
