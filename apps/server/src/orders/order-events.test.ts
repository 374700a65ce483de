import { webcrypto } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { slowness } from '../../../../scripts/slowness.ts'
import { atOnce } from '../../test/at-once.ts'
import { openEvents } from '../../test/event-stream.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, PASSWORD, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { ownerRoleId } from '../roles/owners.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { createOpener } from './fulfill-waiting.ts'
import { orders } from './orders.table.ts'
import { renewDue } from '../renewals/renew-due.ts'

const t = await forFile(startApp())
const shop = await openShop(t)

const open = (member: Pick<Member, 'token'>, tradeNo: string, headers: Record<string, string> = {}) =>
  openEvents(t.base, member.token, tradeNo, { headers, now: t.app.now() })

test('an order stream sends the current state, then each payment change within a moment, and ends; that of a settled order ends at once', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'pending' })
  const started = performance.now()
  await shop.takeCash(tradeNo)
  expect(await stream.next()).toEqual({ trade_no: tradeNo, status: 'processing' })
  expect(performance.now() - started).toBeLessThan(2000 * slowness)
  await t.runJobs()
  const late = await open(member, tradeNo)
  for (const one of [stream, late]) {
    expect(await one.next()).toEqual({ trade_no: tradeNo, status: 'completed' })
    expect(await one.next()).toBeNull()
  }
  const stranger = await t.member()
  expect((await open(stranger, 'NOSUCHORDER1')).response.status).toBe(404)
  for (const path of ['events', 'steps']) expect((await stranger.call('GET', `/muser/order/${path}`, { trade_no: '?' })).status).toBe(422)
  expect((await stranger.call('POST', '/muser/order/save', { plan_id: 1, period: 'fortnight_price' })).status).toBe(422)
})

test('one account has at most three streams; closing one frees its place', async () => {
  const { member, tradeNo } = await shop.order()
  const streams = [await open(member, tradeNo), await open(member, tradeNo), await open(member, tradeNo)]
  const refused = await open(member, tradeNo)
  expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '60'])
  const other = await shop.order()
  expect((await open(other.member, other.tradeNo)).response.status).toBe(200)
  streams[0]!.leave()
  await expect.poll(async () => (await open(member, tradeNo)).response.status).toBe(200)
})

test('where answers must be encrypted, events are too', async () => {
  const { member, tradeNo } = await shop.order()
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const key = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
  const event = await (await open(member, tradeNo, { 'x-crypt': key })).next()
  expect(Object.keys(event ?? {})).toEqual(['crypt', 'key', 'data'])
  expect((await open(member, tradeNo, { 'x-crypt': 'no key' })).response.status).toBe(400)
})

const change = (id: number, fields: object) => shop.admin.call('PATCH', `/admin/users/${id}`, { version: 1, change: fields })
const endings: [string, (member: Member) => Promise<unknown>][] = [
  ['a sign-out', (member) => member.call('GET', '/muser/logout')],
  ['a suspension', (member) => change(member.id, { banned: true })],
  ['a suspension in bulk', ({ id }) => t.ban(id)],
  [
    'another role',
    async ({ id }) => {
      await t.database.db
        .update(accounts)
        .set({ roleId: await ownerRoleId(t.database.db) })
        .where(eq(accounts.id, id))
      await shop.admin.call('DELETE', `/admin/staff/${id}`)
    },
  ],
]
test.each(endings)('%s ends that member’s streams within a second, and no others', async (_, end) => {
  const [{ member, tradeNo }, other] = [await shop.order(), await shop.order()]
  const streams = [await open(member, tradeNo), await open(member, tradeNo)]
  const stays = await open(other.member, other.tradeNo)
  for (const stream of [...streams, stays]) await stream.next()
  await end(member)
  const started = performance.now()
  expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([null, null])
  expect(performance.now() - started).toBeLessThan(1000 * slowness)
  expect((await open(member, tradeNo)).status).toBe(403)
  await shop.takeCash(other.tradeNo)
  expect(await stays.next()).toMatchObject({ status: 'processing' })
})

test('a changed password ends the streams of other sessions, not those of the session that changed it', async () => {
  const { member, tradeNo } = await shop.order()
  const body = { email: member.email, password: PASSWORD }
  const elsewhere = (await t.call('POST', '/muser/auth/login', body)).body.x_token as string
  const [own, others] = [await open(member, tradeNo), await open({ token: elsewhere }, tradeNo)]
  for (const stream of [own, others]) expect(await stream.next()).toMatchObject({ status: 'pending' })
  const changed = { old_password: PASSWORD, new_password: 'another good password' }
  expect((await member.call('POST', '/muser/changePassword', changed)).status).toBe(200)
  expect(await others.next()).toBeNull()
  await shop.takeCash(tradeNo)
  expect(await own.next()).toMatchObject({ status: 'processing' })
})

test('a session that ended while the process was disconnected ends its streams once it reconnects', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  await stream.next()
  const deafen = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'portico notices'`
  expect((await t.asOwner(deafen)).rowCount).toBe(1)
  await member.call('GET', '/muser/logout')
  expect(await stream.next()).toBeNull()
})

test('many streams opened while their sessions end do not outlive them', async () => {
  const placed = await atOnce(() => shop.order())
  const streams = placed.map(async ({ member, tradeNo }) => open(member, tradeNo))
  await Promise.all(placed.map(({ member }) => member.call('GET', '/muser/logout')))
  for (const { status, next } of await Promise.all(streams)) {
    expect([200, 403]).toContain(status)
    if (status === 200) for (let event = await next(); event; event = await next()) expect(event).toMatchObject({ status: 'pending' })
  }
})

test('when the process stops, every stream ends at once', async () => {
  const { member, tradeNo } = await shop.order()
  const stream = await open(member, tradeNo)
  await stream.next()
  t.app.stopping.abort()
  expect(await stream.next()).toBeNull()
})

// Orders opened or renewed in one transaction with others: a problem with one must not affect the others.

const MEMBERS = 25
const HOUR = 3_600_000

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
