import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { jobActor } from '../actor.ts'
import { countTraffic, dropOldBatches } from './count-traffic.ts'
import { settleHeld } from './settle-held.ts'
import { trafficBatches, trafficDaily } from './traffic.table.ts'

const t = await forFile(startApp())

const GB = 2 ** 30
/** Charges what a node's line cannot have carried, as an operator may. */
async function chargeHeld(nodeId: number): Promise<void> {
  const held = and(eq(trafficBatches.nodeId, nodeId), eq(trafficBatches.state, 'held'))
  const settled = { action: 'charge' as const, reason: 'a test' }
  for (const { id } of await t.database.db.select().from(trafficBatches).where(held))
    await settleHeld(t.database, jobActor('test'), id, settled, { now: t.app.now(), zone: 'UTC' })
}
const { used } = t
async function subscribers(groupId: number, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push((await t.holder(groupId, { transferEnable: 1000 * GB })).id)
  return ids
}
const holdSubscription = (id: number) => t.hold(`select from subscriptions where account_id = ${id} for update`)
const count = () => countTraffic(t.database, t.app.now())
const dailyOf = (accountId: number) => t.database.db.select().from(trafficDaily).where(eq(trafficDaily.accountId, accountId))

test('a push charges each member for their bytes and answers that it did', async () => {
  const node = await t.node()
  const [a, b] = (await subscribers(node.groupId, 2)) as [number, number]
  const answer = await node.post('push', { [a]: [100, 200], [b]: [7, 0] })
  expect([answer.status, answer.body]).toEqual([200, { data: true }])
  await node.post('push', { [a]: [1, 2] })
  expect([await used(a), await used(b)]).toEqual([
    [101, 202],
    [7, 0],
  ])
})

test('the largest number in a push is billed exactly, and never beyond what JSON can hold', async () => {
  const node = await t.node()
  const dear = await t.node({ rate: 10_000, groupIds: node.groupIds })
  const [a, b] = (await subscribers(node.groupId, 2)) as [number, number]
  const most = Number.MAX_SAFE_INTEGER
  await node.post('push', { [a]: [most, 0] })
  await dear.post('push', { [b]: [most, 90_071_992_547_409] })
  for (const { id } of [node, dear]) await chargeHeld(id)
  expect([await used(a), await used(b)]).toEqual([
    [most, 0],
    [most, 9_007_199_254_740_900],
  ])
  await count()
  expect((await dailyOf(b))[0]).toMatchObject({ up: most, billedUp: most, billedDown: 9_007_199_254_740_900 })
})

test('invalid byte counts are dropped, and the rest of the batch is applied; an empty push only shows that the node is online', async () => {
  const node = await t.node()
  const [a, b, c] = (await subscribers(node.groupId, 3)) as [number, number, number]
  const bad = [
    `"${b}":[-1,5]`,
    `"${c}":[1.5,5]`,
    `"x${b}":[5,5]`,
    `" ${b}":[5,5]`,
    `"0${b}":[5,5]`,
    `"${b}.0":[5,5]`,
    `"-${b}":[5,5]`,
    '"0":[5,5]',
    '"999999":[5,5]',
    '"__proto__":[5,5]',
    '"1e3":[5,5]',
  ]
  const answer = await node.post('push', `{${bad.join(',')},"${a}":[10,20]}`)
  expect([answer.status, answer.body]).toEqual([200, { data: true }])
  for (const value of [
    '"5"',
    'null',
    '[5]',
    '[5,5,5]',
    '["5",5]',
    '[9007199254740992,5]',
    '[1e400,5]',
    '{"0":5,"1":5}',
    '[null,5]',
    '[true,5]',
  ]) {
    expect((await node.post('push', `{"${b}":${value}}`)).status, value).toBe(200)
  }
  expect([await used(a), await used(b), await used(c)]).toEqual([
    [10, 20],
    [0, 0],
    [0, 0],
  ])
  expect((await node.post('push', {})).status).toBe(200)
  expect(await t.database.db.$count(trafficBatches, eq(trafficBatches.nodeId, node.id))).toBe(1)
  for (const body of ['[]', 'null', '5', '"x"', '{', '']) expect((await node.post('push', body)).status, body).toBe(400)
})

test('a body above 8 MB is refused, one of many thousand entries is not', async () => {
  const node = await t.node()
  const [id] = (await subscribers(node.groupId, 1)) as [number]
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [1_000_000 + i, [1, 1]]))
  expect((await node.post('push', { ...many, [id]: [3, 4] })).status).toBe(200)
  expect(await used(id)).toEqual([3, 4])
  expect((await node.post('push', `{"pad":"${'x'.repeat(8 * 1024 * 1024)}","${id}":[3,4]}`)).status).toBe(413)
  expect(await used(id)).toEqual([3, 4])
})

test('bytes are charged to the node’s members, even banned, expired or moved ones, and to nobody else', async () => {
  const [node, other] = [await t.node(), await t.node()]
  const [foreign, banned, expired, left] = (await subscribers(other.groupId, 4)) as [number, number, number, number]
  await t.subscribe(banned, node.groupId)
  await t.ban(banned)
  await t.subscribe(expired, node.groupId, { expiresAt: new Date('2020-01-01') })
  await t.subscribe(left, node.groupId)
  await t.subscribe(left, other.groupId)
  await node.post('push', { [foreign]: [1, 1], [banned]: [2, 2], [expired]: [3, 3], [left]: [4, 4] })
  expect([await used(foreign), await used(banned), await used(expired), await used(left)]).toEqual([
    [0, 0],
    [2, 2],
    [3, 3],
    [4, 4],
  ])
  await count()
  for (const id of [banned, expired, left]) expect(await dailyOf(id)).toHaveLength(1)
  expect(await dailyOf(foreign)).toEqual([])
})

test('a push that takes a member over their quota removes them from the node’s list', async () => {
  const node = await t.node({ lineSpeed: 80_000, createdAt: new Date(Date.now() - 3_600_000) })
  const [a, b] = (await subscribers(node.groupId, 2)) as [number, number]
  const ids = async () => (await node.pull('user')).body.users.map((user: { id: number }) => user.id)
  expect(await ids()).toEqual([a, b])
  await node.post('push', { [a]: [1000 * GB - 1, 0] })
  expect(await ids()).toEqual([a, b])
  await node.post('push', { [a]: [0, 1] })
  expect(await ids()).toEqual([b])
})

test('the same push counts once within thirty seconds, a batch id only once with any body, and batches are deleted after a week if they are counted', async () => {
  let clock = Date.now()
  const own = await startApp({ now: () => new Date(clock) })
  const node = await own.node()
  const other = await own.node({ groupIds: node.groupIds })
  const { id } = await own.holder(node.groupId)
  const total = async () => (await own.subscription(id)).up
  const push = { [id]: [5, 0] }
  for (let i = 0; i < 4; i++) expect((await node.post('push', push)).body).toEqual({ data: true })
  expect(await total()).toBe(5)
  await other.post('push', push)
  expect(await total()).toBe(10)
  clock += 29_000
  await node.post('push', push)
  expect(await total()).toBe(10)
  clock += 2000
  await node.post('push', push)
  expect(await total()).toBe(15)
  const pushAs = (batch: string, by = node) => by.post('push', { [id]: [5, 0] }, { headers: { 'x-batch-id': batch } })
  await pushAs('one')
  expect((await pushAs('one')).body).toEqual({ data: true })
  expect(await total()).toBe(20)
  await pushAs('two')
  expect(await total()).toBe(25)
  await pushAs('one', other)
  expect(await total()).toBe(30)
  clock += 3 * 86_400_000
  await countTraffic(own.database, own.app.now())
  await dropOldBatches(own.database, own.app.now())
  await pushAs('one')
  await node.post('push', { [id]: [7, 7] }, { query: { batch_id: 'two' } })
  expect(await total()).toBe(30)
  expect((await pushAs('x'.repeat(101))).status).toBe(400)
  const left = () => own.database.db.$count(trafficBatches)
  await node.post('push', { [id]: [1, 0] })
  clock += 8 * 86_400_000
  await dropOldBatches(own.database, own.app.now())
  expect(await left()).toBe(1)
  await countTraffic(own.database, own.app.now())
  await dropOldBatches(own.database, own.app.now())
  expect(await left()).toBe(0)
  await own.stop()
})

test.each([
  ['without a number', {}],
  ['with a number', { 'x-batch-id': 'same' }],
])('copies of one push %s that arrive during the first count once', async (_, headers) => {
  const node = await t.node()
  const [id] = (await subscribers(node.groupId, 1)) as [number]
  const release = await holdSubscription(id)
  const copies = Array.from({ length: 10 }, async () => (await node.post('push', { [id]: [5, 6] }, { headers })).status)
  await expect.poll(t.waiting).toBe(10)
  await release()
  expect(new Set(await Promise.all(copies))).toEqual(new Set([200]))
  expect(await used(id)).toEqual([5, 6])
})

test('simultaneous pushes of many nodes with the same members add up to the byte', async () => {
  const { groupIds } = await t.node()
  const nodes = await atOnce((i) => t.node({ rate: i % 2 === 0 ? 100 : 150, groupIds }))
  const ids = await subscribers(nodes[0]!.groupId, 40)
  const before = await Promise.all(ids.map(used))
  const statuses = await Promise.all(
    nodes.map(async (node, n) => (await node.post('push', Object.fromEntries(ids.map((id, i) => [id, [n + i, 2 * n]])))).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  const half = (raw: number, n: number) => (n % 2 === 0 ? raw : Math.floor((raw * 150 + 50) / 100))
  for (const [i, id] of ids.entries()) {
    const up = nodes.reduce((sum, _, n) => sum + half(n + i, n), before[i]![0])
    const down = nodes.reduce((sum, _, n) => sum + half(2 * n, n), before[i]![1])
    expect(await used(id)).toEqual([up, down])
  }
  // Several counters at once, as several processes would run them: each batch is counted by one of them.
  await Promise.all(Array.from({ length: 6 }, count))
  for (const id of ids) {
    const [up, down] = await used(id)
    const rows = await dailyOf(id)
    expect(rows).toHaveLength(RACES)
    expect([rows.reduce((sum, row) => sum + row.billedUp, 0), rows.reduce((sum, row) => sum + row.billedDown, 0)]).toEqual([up, down])
  }
})

test('a push that loses a deadlock is still applied', async () => {
  const node = await t.node()
  const [a, b] = (await subscribers(node.groupId, 2)) as [number, number]
  const release = await holdSubscription(b)
  const push = node.post('push', { [a]: [5, 5], [b]: [5, 5] })
  await expect.poll(t.waiting).toBe(1)
  // The push waited first, so it is the one that the database aborts. Only then is this lock granted.
  await release(`update subscriptions set up = up + 1 where account_id = ${a}`)
  expect((await push).status).toBe(200)
  expect([await used(a), await used(b)]).toEqual([
    [6, 5],
    [5, 5],
  ])
})

test('the statistics follow automatically and once, and the batches stay as they were', async () => {
  const own = await startApp()
  const node = await own.node()
  const { id } = await own.holder(node.groupId)
  await node.post('push', { [id]: [5, 6], 999_999: [1, 1] })
  await node.post('push', { [id]: [7, 8] })
  const rows = async () => {
    await own.runJobs()
    return (await own.database.db.select().from(trafficDaily)).map(({ accountId, up, down }) => [accountId, up, down])
  }
  await expect.poll(rows).toEqual([[id, 12, 14]])
  await countTraffic(own.database, own.app.now())
  expect(await rows()).toEqual([[id, 12, 14]])
  const batches = await own.database.db.select().from(trafficBatches)
  expect(batches.map((batch) => [batch.accountIds, batch.ups, batch.downs, batch.countedAt !== null])).toEqual([
    [[id, 999_999], [5, 1], [6, 1], true],
    [[id], [7], [8], true],
  ])
  await own.stop()
})
