import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { nodeReports, nodes } from '../nodes/nodes.table.ts'
import { refilled } from '../subscriptions/carry-over.ts'
import { changeSubscription } from '../subscriptions/change-subscription.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import { trafficBatches } from '../traffic/traffic.table.ts'
import { runUndo } from './undo-reports.ts'

let clock = Date.UTC(2026, 10, 10, 9, 59)
// The clock stands still between the steps of a test. Calls come through a proxy, so that they can have two addresses.
const t = await forFile(startApp({ now: () => new Date(clock), env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const operator = await t.admin()

const GB = 1e9
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const THIEF = '203.0.113.66'
const HONEST = '198.51.100.7'
type Node = Awaited<ReturnType<TestApp['node']>>

const push = (node: Node, row: Record<string, [number, number]>, from = HONEST) =>
  node.post('push', row, { headers: { 'x-forwarded-for': from }, query: { batch_id: randomUUID() } })
const undo = async (node: Node, since: number, networks: string[], key = randomUUID()) =>
  operator.call('POST', '/admin/report-undos', {
    node_id: node.id,
    since: new Date(since).toISOString(),
    networks,
    key,
    reason: 'stolen secret',
  })

/** A site of its own: a node with a quota, a second node for the same members, and members with different plans. */
async function site() {
  const node = await t.node({ createdAt: new Date(clock), rate: 150, quota: 200 * GB })
  const other = await t.node({ createdAt: new Date(clock), groupIds: node.groupIds })
  const ids: number[] = []
  for (const extra of [0, 5 * GB, 50 * GB]) {
    const { id } = await t.member()
    const term = { cycleBeganAt: new Date(clock), anchorDay: 10, expiresAt: new Date(clock + 90 * 24 * HOUR) }
    await t.subscribe(id, node.groupId, {
      ...term,
      transferEnable: 20 * GB + extra,
      extraBytes: extra,
      nextResetAt: new Date(clock + 2 * HOUR),
    })
    ids.push(id)
  }
  return { node, other, ids }
}
type Site = Awaited<ReturnType<typeof site>>

/** What both sites see: small, odd amounts. */
async function honestMinute({ node, other, ids }: Site, n: number): Promise<void> {
  await push(node, Object.fromEntries(ids.map((id, i) => [id, [1001 + n, 77_777 * (i + 1) + n]])))
  await push(other, Object.fromEntries(ids.map((id, i) => [id, [n, 33_333 + i]])))
}

/** A reset within the cycle, as a reset pack makes it. */
async function refill({ ids }: Site): Promise<void> {
  await t.database.transaction(async (tx) => {
    for (const id of ids) {
      const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.accountId, id)).for('update')
      await changeSubscription(tx, id, refilled(row!), new Date(clock))
    }
  })
}

/** Every counter of a site, without ids. */
async function counters({ node, other, ids }: Site) {
  const { db } = t.database
  const inOrder = `{${ids.join(',')}}`
  const place = sql`array_position(${inOrder}::bigint[], account_id)`
  const which = sql`case node_id when ${node.id} then 'node' when ${other.id} then 'other' end`
  const of = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows
  return {
    used: await of(sql`select up, down, used_before, transfer_enable, extra_bytes from subscriptions
      where account_id = any(${inOrder}::bigint[]) order by account_id`),
    days: await of(sql`select ${place} as who, ${which} as "on", day, up, down, billed_up, billed_down from traffic_daily
      where account_id = any(${inOrder}::bigint[]) order by 1, 2, 3`),
    hours: await of(sql`select ${place} as who, ${which} as "on", hour, up, down, billed_up, billed_down from traffic_hourly
      where account_id = any(${inOrder}::bigint[]) order by 1, 2, 3`),
    carried: await of(sql`select ${which} as "on", up, down from ${nodeReports} where node_id in (${node.id}, ${other.id}) order by 1`),
    exhausted: await of(sql`select exhausted_at from ${nodes} where id in (${node.id}, ${other.id}) order by id`),
    served: (await node.pull('user', { headers: { 'x-forwarded-for': HONEST } })).body.users.map(({ id }: { id: number }) =>
      ids.indexOf(id),
    ),
  }
}

/** Three hours with a reset pack, a new cycle and the statistics of the meantime. In the stolen one, a thief reports each minute too. */
async function run(stolen: Site, twin: Site): Promise<void> {
  for (let n = 1; n <= 24; n++) {
    clock += 7 * MINUTE
    for (const each of [stolen, twin]) await honestMinute(each, n)
    const taken = (i: number): [number, number] => [1_234_567 * n, 2_000_000_001 + i * 1_500_000_000]
    await push(stolen.node, Object.fromEntries(stolen.ids.map((id, i) => [id, taken(i)])), THIEF)
    if (n === 8) for (const each of [stolen, twin]) await refill(each)
    if (n === 16) await resetTraffic(t.database, new Date(clock + HOUR), 'UTC')
    if (n % 5 === 0) await countTraffic(t.database, new Date(clock))
  }
}

test('after an undo every counter equals that of an honest twin, through a reset pack and a new cycle, and service is back', async () => {
  const [stolen, twin] = [await site(), await site()]
  const began = clock
  await run(stolen, twin)
  const [before, honest] = [await counters(stolen), await counters(twin)]
  expect(before.used).not.toEqual(honest.used)
  expect(before.served).not.toEqual(honest.served)
  expect(before.exhausted).not.toEqual(honest.exhausted)

  const scope = { node_id: stolen.node.id, since: new Date(began).toISOString(), networks: [THIEF] }
  const preview = await operator.call('POST', '/admin/report-undos/preview', scope)
  expect(preview.body).toMatchObject({ reports: 24, members: 3, returning: 3 })
  expect(preview.body.networks.map(({ network, reports }: { network: string; reports: number }) => [network, reports])).toEqual([
    [THIEF, 24],
    [HONEST, 24],
  ])
  const started = await undo(stolen.node, began, [THIEF])
  expect(started.body).toMatchObject({ state: 'running', total: 24, done: 0 })
  await t.runJobs()
  const [listed] = (await operator.call('GET', '/admin/report-undos')).body.items
  expect(listed).toMatchObject({ state: 'done', total: 24, done: 24, node: { id: stolen.node.id } })
  expect(await counters(stolen)).toEqual(await counters(twin))

  // What comes later goes on the same, too.
  clock += 7 * MINUTE
  for (const each of [stolen, twin]) await honestMinute(each, 99)
  await countTraffic(t.database, new Date(clock))
  expect(await counters(stolen)).toEqual(await counters(twin))
})

test('undoing part by part ends where undoing at once does, and a second undo finds nothing', async () => {
  const [stolen, twin] = [await site(), await site()]
  const began = clock
  await run(stolen, twin)
  for (const since of [clock - HOUR, clock - 2 * HOUR, began, began]) {
    await undo(stolen.node, since, [THIEF])
    await t.runJobs()
  }
  const totals = (await operator.call('GET', '/admin/report-undos')).body.items.slice(0, 4).map(({ total }: { total: number }) => total)
  expect(totals[0]).toBe(0)
  expect(totals.reduce((sum: number, one: number) => sum + one, 0)).toBe(24)
  expect(await counters(stolen)).toEqual(await counters(twin))
})

test('many calls with one key start one undo, which many runs at once make once', async () => {
  const { node, ids } = await site()
  const began = clock
  clock += 15 * MINUTE
  for (let i = 0; i < 45; i++) await push(node, { [ids[0]!]: [1_000_000, i] }, THIEF)
  await push(node, { [ids[0]!]: [5, 6] })
  const key = randomUUID()
  const answers = await atOnce(() => undo(node, began, [THIEF], key))
  const undoIds = new Set(answers.map(({ body }) => body.id))
  expect(undoIds.size).toBe(1)
  const [undoId] = undoIds
  await atOnce(() => runUndo(t.database, undoId, () => new Date(clock)))
  expect(await t.subscription(ids[0]!)).toMatchObject({ up: 8, down: 9 })
  expect((await operator.call('GET', '/admin/report-undos')).body.items[0]).toMatchObject({ total: 45, done: 45, state: 'done' })
})

test('a report that waits while its member is reset counts after the reset, and comes off what is used since', async () => {
  const { node, other, ids } = await site()
  const [member, elsewhere] = [ids[0]!, ids[1]!]
  await push(node, { [member]: [7, 0] })
  const reset = await t.hold(`select from subscriptions where account_id = ${member} for update`)
  const late = push(node, { [member]: [GB, 0] }, THIEF)
  await expect.poll(t.waiting).toBe(1)
  await push(other, { [elsewhere]: [1, 1] })
  await reset(`update subscriptions set up = 0, down = 0 where account_id = ${member}`)
  await late
  const used = async () => (await t.subscription(member)).up
  expect(await used()).toBe(1.5 * GB)
  await undo(node, clock, [THIEF])
  await t.runJobs()
  expect(await used()).toBe(0)
})

test('a repetition of an undone report stays undone', async () => {
  const { node, ids } = await site()
  const repeated = { headers: { 'x-forwarded-for': THIEF }, query: { batch_id: 'again' } }
  await node.post('push', { [ids[0]!]: [1000, 0] }, repeated)
  await undo(node, clock, [])
  await t.runJobs()
  await node.post('push', { [ids[0]!]: [1000, 0] }, repeated)
  expect((await t.subscription(ids[0]!)).up).toBe(0)
})

test('only reports of the last seven days can be undone, and only of a node that exists', async () => {
  const { node } = await site()
  expect((await undo(node, clock - 8 * 24 * HOUR, [])).body).toMatchObject({ code: 'report.too_old' })
  expect((await undo(node, clock + HOUR, [])).status).toBe(422)
  expect((await undo({ ...node, id: 999_999 }, clock - HOUR, [])).status).toBe(404)
})

test('a held report is charged once as of its own day, or dropped; the other decision then comes too late', async () => {
  const node = await t.node({ createdAt: new Date(clock), lineSpeed: 8 })
  const { id } = await t.member()
  await t.subscribe(id, node.groupId, { transferEnable: 900 * GB })
  const day = new Date(clock).toISOString().slice(0, 10)
  await push(node, { [id]: [100 * GB, 5] })
  await push(node, { [id]: [200 * GB, 7] })
  clock += 24 * HOUR
  const held = (await operator.call('GET', '/admin/held-reports', { page_size: 100 })).body.items
  const [first, second] = held.filter((one: { node: { id: number } }) => one.node.id === node.id)
  expect(first).toMatchObject({ members: 1, up: 100 * GB, down: 5, network: HONEST })
  const settle = (report: { id: number }, action: string) =>
    operator.call('POST', `/admin/held-reports/${report.id}/settlement`, { action, reason: 'a catch-up' })
  const answers = await atOnce(() => settle(first, 'charge'))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  expect((await settle(second, 'drop')).status).toBe(200)
  expect((await settle(second, 'drop')).status).toBe(200)
  expect((await settle(second, 'charge')).body.code).toBe('report.settled')
  await countTraffic(t.database, new Date(clock))
  expect(await t.subscription(id)).toMatchObject({ up: 100 * GB, down: 5 })
  const { rows } = await t.database.db.execute(sql`select day::text, up from traffic_daily where account_id = ${id}`)
  expect(rows).toEqual([{ day, up: 100 * GB }])
  const left = and(eq(trafficBatches.nodeId, node.id), eq(trafficBatches.state, 'held'))
  expect(await t.database.db.$count(trafficBatches, left)).toBe(0)
})
