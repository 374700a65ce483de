import { and, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { AWAY_MS } from '../nodes/node-reports.ts'
import { nodeReports } from '../nodes/nodes.table.ts'
import { BYTES_PER_MBIT, takeAllowance } from './allowance.ts'
import { trafficBatches } from './traffic.table.ts'

let clock = Date.now()
// What a node can have carried depends on this clock, which stands still between the steps of a test.
const t = await forFile(startApp({ now: () => new Date(clock) }))

const GB = 1e9
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ABSURD = Number.MAX_SAFE_INTEGER
/** 10 GB/s. */
const LINE = 80_000
/** The most that a line carries in that time. */
const full = (ms: number): number => (ms / 1000) * LINE * BYTES_PER_MBIT

type Node = Awaited<ReturnType<TestApp['node']>>
type Row = Record<string, [number, number]>
const newNode = (): Promise<Node> => t.node({ name: 'Tokyo 1', createdAt: new Date(clock), lineSpeed: LINE })
const memberOf = async (node: Node) => (await t.holder(node.groupId, { transferEnable: ABSURD })).id
const { used } = t
async function carried(node: Node): Promise<number> {
  const [row] = await t.database.db.select().from(nodeReports).where(eq(nodeReports.nodeId, node.id))
  return (row?.up ?? 0) + (row?.down ?? 0)
}
async function post(path: string, node: Node, body: unknown): Promise<number> {
  const url = `${t.base}${path}?node_id=${node.id}&token=${node.secret}`
  return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).status
}
const v2 = (node: Node, action: string, body: unknown) => post(`/api/v2/server/${action}`, node, body)
const v3 = (node: Node, body: unknown) => post('/api/v1/server/v3/report', node, body)
const forms: [string, (node: Node, row: Row) => Promise<number>][] = [
  ['a v1 push', async (node, row) => (await node.post('push', row)).status],
  ['a v1 push with a batch id', async (node, row) => (await node.post('push', row, { query: { batch_id: 'one' } })).status],
  ['a v2 push', (node, row) => v2(node, 'push', row)],
  ['a v2 report', (node, row) => v2(node, 'report', { traffic: row })],
  ['a v3 report', (node, row) => v3(node, { boot_id: 'b1', sequence: 1, counters: row })],
]

/** Held reports of a node, as the bytes of each. */
async function heldBy(node: Node): Promise<number[]> {
  const rows = await t.database.db
    .select()
    .from(trafficBatches)
    .where(and(eq(trafficBatches.nodeId, node.id), eq(trafficBatches.state, 'held')))
    .orderBy(trafficBatches.id)
  return rows.map(({ ups, downs }) => [...ups, ...downs].reduce((sum, one) => sum + one, 0))
}

test.each(forms)(
  '%s above what the line carries is accepted and held, charges no member and is logged with the node’s name',
  async (_, send) => {
    const node = await newNode()
    const [a, b] = [await memberOf(node), await memberOf(node)]
    const errors = vi.spyOn(t.app.log, 'error')
    expect(await send(node, { [a]: [ABSURD - 2, 0], [b]: [1, 1] })).toBe(200)
    expect([await used(a), await used(b), await carried(node)]).toEqual([[0, 0], [0, 0], 0])
    expect(await heldBy(node)).toEqual([ABSURD])
    expect(errors.mock.calls.map(([details]) => details)).toEqual([{ node: node.id, name: 'Tokyo 1', bytes: ABSURD }])
    errors.mockRestore()
  },
)

test.each(forms)('%s within what a full line can carry is charged to the byte', async (_, send) => {
  const node = await newNode()
  const id = await memberOf(node)
  clock += 10 * MINUTE
  expect(await send(node, { [id]: [full(10 * MINUTE) - 3, 3] })).toBe(200)
  expect(await used(id)).toEqual([full(10 * MINUTE) - 3, 3])
})

test('a node on a full line that pushes every minute is charged to the byte', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  for (let minute = 1; minute <= 30; minute++) {
    clock += MINUTE
    expect((await node.post('push', { [id]: [minute, full(MINUTE) - minute] })).status).toBe(200)
  }
  const ups = (30 * 31) / 2
  expect(await used(id)).toEqual([ups, 30 * full(MINUTE) - ups])
})

test('after six hours without the panel a node catches up, at once or hour by hour: all is charged and nothing is held', async () => {
  const [node, hourly] = [await newNode(), await newNode()]
  const [id, other] = [await memberOf(node), await memberOf(hourly)]
  for (const [one, whose] of [
    [node, id],
    [hourly, other],
  ] as const)
    await one.post('push', { [whose]: [1, 0] })
  clock += 6 * HOUR
  expect((await node.post('push', { [id]: [0, full(6 * HOUR)] })).status).toBe(200)
  for (let hour = 1; hour <= 6; hour++) {
    await hourly.pull('user')
    expect((await hourly.post('push', { [other]: [0, full(HOUR)] }, { query: { batch_id: `hour-${hour}` } })).status).toBe(200)
  }
  expect([await used(id), await used(other)]).toEqual([
    [1, full(6 * HOUR)],
    [1, full(6 * HOUR)],
  ])
  expect([await heldBy(node), await heldBy(hourly)]).toEqual([[], []])
})

test('a node that was silent for ten days cannot report more than its line carries in a day', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  await node.post('push', { [id]: [1, 0] })
  clock += 10 * 24 * HOUR
  expect((await node.post('push', { [id]: [0, ABSURD] })).status).toBe(200)
  expect((await node.post('push', { [id]: [0, full(24 * HOUR + 2 * MINUTE)] })).status).toBe(200)
  expect(await used(id)).toEqual([1, 0])
  expect((await node.post('push', { [id]: [0, full(24 * HOUR)] })).status).toBe(200)
  expect(await used(id)).toEqual([1, full(24 * HOUR)])
})

test('a night without traffic is no credit for a node that stayed in contact', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  await node.post('push', { [id]: [1, 0] })
  for (let minutes = 0; minutes < 8 * 60; minutes += 4) {
    clock += 4 * MINUTE
    await node.post('push', {})
  }
  await node.post('push', { [id]: [0, full(8 * HOUR)] })
  expect([await used(id), await heldBy(node)]).toEqual([[1, 0], [full(8 * HOUR)]])
  await node.post('push', { [id]: [0, full(15 * MINUTE)] })
  expect(await used(id)).toEqual([1, full(15 * MINUTE)])
})

test('an empty report or a repeat after an outage leaves the allowance for the backlog', async () => {
  const node = await newNode()
  const member = await memberOf(node)
  const before = { query: { batch_id: 'before' } }
  await node.post('push', { [member]: [1, 0] }, before)
  clock += 6 * HOUR
  await node.post('push', {})
  await node.post('push', { [member]: [1, 0] }, before)
  const backlog = full(6 * HOUR)
  expect((await node.post('push', { [member]: [backlog, 0] })).status).toBe(200)
  expect((await used(member))[0]).toBeGreaterThan(backlog)
})

test('a held push does not reduce the allowance, and its batch id counts as known', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  const push = (bytes: number, batch_id: string) => node.post('push', { [id]: [bytes, 0] }, { query: { batch_id } })
  expect((await push(900 * GB, 'late')).status).toBe(200)
  expect((await push(500 * GB, 'honest')).status).toBe(200)
  clock += 10 * MINUTE
  expect((await push(900 * GB, 'late')).status).toBe(200)
  expect([await used(id), await heldBy(node)]).toEqual([[500 * GB, 0], [900 * GB]])
})

test('a node’s own line speed counts, and the setting for nodes without one', async () => {
  const slow = await t.node({ createdAt: new Date(clock), lineSpeed: 8 })
  const plain = await t.node({ createdAt: new Date(clock) })
  const [a, b] = [await memberOf(slow), await memberOf(plain)]
  await slow.post('push', { [a]: [60_000_000, 0] })
  await slow.post('push', { [a]: [1_000_000, 0] })
  await plain.post('push', { [b]: [75 * GB, 0] })
  await plain.post('push', { [b]: [2 * GB, 0] })
  expect([await used(a), await heldBy(slow)]).toEqual([[60_000_000, 0], [1_000_000]])
  expect([await used(b), await heldBy(plain)]).toEqual([[75 * GB, 0], [2 * GB]])
})

test('a repeated push does not reduce the allowance', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  for (let i = 0; i < 5; i++) expect((await node.post('push', { [id]: [200 * GB, 0] })).status).toBe(200)
  for (let i = 0; i < 5; i++) expect((await node.post('push', { [id]: [200 * GB, 1] }, { query: { batch_id: 'one' } })).status).toBe(200)
  expect((await node.post('push', { [id]: [199 * GB, 0] })).status).toBe(200)
  expect(await used(id)).toEqual([599 * GB, 1])
})

test('many simultaneous pushes stay within what a line carries: those that fit are charged, the others held', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  const statuses = await atOnce(async (i) => (await node.post('push', { [id]: [100 * GB - 20 + i, 0] })).status)
  expect(statuses).toEqual(Array(RACES).fill(200))
  expect(await heldBy(node)).toHaveLength(RACES - 6)
  const [up] = await used(id)
  expect(up).toBeGreaterThanOrEqual(6 * (100 * GB - 20))
  expect(up).toBeLessThanOrEqual(600 * GB)
})

test('a node can have five hundred reports held; further ones are refused', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  await t.database.db.execute(sql`
    insert into ${trafficBatches} (node_id, body_hash, rate, day, received_at, state, account_ids, ups, downs)
    select ${node.id}, '', 100, '2026-01-01', ${new Date(clock)}, 'held', array[${id}::bigint], array[1], array[1] from generate_series(1, 499)`)
  expect((await node.post('push', { [id]: [ABSURD, 499] })).status).toBe(200)
  expect((await node.post('push', { [id]: [ABSURD, 500] })).status).toBe(422)
  expect(await v3(node, { boot_id: 'b1', sequence: 1, counters: { [id]: [ABSURD, 0] } })).toBe(422)
  expect((await node.post('push', { [id]: [1, 0] })).status).toBe(200)
  expect([await used(id), (await heldBy(node)).length]).toEqual([[1, 0], 500])
})

test('absurd bytes of members a node does not serve do not use up the node’s quota', async () => {
  const [node, other] = [await newNode(), await newNode()]
  const [mine, foreign] = [await memberOf(node), await memberOf(other)]
  expect((await node.post('push', { [mine]: [5, 5], [foreign]: [ABSURD, 0] })).status).toBe(200)
  expect([await used(mine), await used(foreign), await carried(node)]).toEqual([[0, 0], [0, 0], 0])
})

/** What is known of a node's contacts, in milliseconds before now. */
type Contact = { pull?: number; push?: number; awayFrom?: number; awayUntil?: number }
const takes = (nodeId: number, bytes: number): Promise<boolean> =>
  t.database.transaction((tx) => takeAllowance(tx, nodeId, { bytes, lineSpeed: LINE }, new Date(clock)))

test.each<[string, number, Contact]>([
  ['a node that has only pulled so far: a quarter of an hour', 15 * MINUTE, { pull: MINUTE }],
  [
    'a node heard five minutes ago is not away: what it missed before',
    6 * HOUR,
    { push: AWAY_MS, awayFrom: 6 * HOUR, awayUntil: HOUR / 2 },
  ],
  ['a node silent for longer: the time since it was heard', 2 * HOUR, { push: 2 * HOUR, pull: 3 * HOUR }],
  ['an hour after its return: what it missed', 6 * HOUR, { push: MINUTE, awayFrom: 6 * HOUR, awayUntil: HOUR }],
  ['a moment later: no more than any other', 15 * MINUTE, { push: MINUTE, awayFrom: 6 * HOUR, awayUntil: HOUR + 1 }],
])('what may still be reported, and a minute ahead: %s', async (_, ms, { pull, push, awayFrom, awayUntil }) => {
  const ago = (before?: number): Date | null => (before === undefined ? null : new Date(clock - before))
  const { id: nodeId } = await t.node({ createdAt: new Date(clock - 48 * HOUR) })
  const heard = { lastPullAt: ago(pull), lastPushAt: ago(push), awayFrom: ago(awayFrom), awayUntil: ago(awayUntil) }
  await t.database.db.insert(nodeReports).values({ nodeId, ...heard })
  expect(await takes(nodeId, full(ms + MINUTE) + full(1))).toBe(false)
  expect(await takes(nodeId, full(ms + MINUTE))).toBe(true)
})

test('a node that was deleted meanwhile reports nothing', async () => {
  expect(await takes(999_999, 1)).toBe(false)
})
