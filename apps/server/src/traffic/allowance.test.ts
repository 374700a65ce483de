import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'
import { nodeReports } from '../nodes/nodes.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { MAX_BYTES_PER_SECOND } from './allowance.ts'
import { trafficBatches } from './traffic.table.ts'

// What a node can have carried depends on this clock, which stands still between the steps of a test.
let t: TestApp
let clock = Date.now()
beforeAll(async () => {
  t = await startApp({ now: () => new Date(clock) })
})
afterAll(() => t.stop())

const GB = 1e9
const MINUTE = 60_000
const ABSURD = Number.MAX_SAFE_INTEGER
/** The most that a line carries in that time. */
const full = (ms: number): number => (ms / 1000) * MAX_BYTES_PER_SECOND

type Node = Awaited<ReturnType<TestApp['node']>>
type Row = Record<string, [number, number]>
const newNode = (): Promise<Node> => t.node({ name: 'Tokyo 1', createdAt: new Date(clock) })
async function memberOf(node: Node): Promise<number> {
  const { id } = await t.member()
  await t.subscribe(id, node.groupId, { transferEnable: ABSURD })
  return id
}
async function used(id: number): Promise<[number, number]> {
  const [row] = await t.database.db.select().from(subscriptions).where(eq(subscriptions.accountId, id))
  return [row!.up, row!.down]
}
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

test.each(forms)('%s above what the node can have carried charges no member and is logged with the node’s name', async (_, send) => {
  const node = await newNode()
  const [a, b] = [await memberOf(node), await memberOf(node)]
  const errors = vi.spyOn(t.app.log, 'error')
  expect(await send(node, { [a]: [ABSURD - 2, 0], [b]: [1, 1] })).toBe(422)
  expect([await used(a), await used(b), await carried(node)]).toEqual([[0, 0], [0, 0], 0])
  expect(await t.database.db.select().from(trafficBatches).where(eq(trafficBatches.nodeId, node.id))).toEqual([])
  expect(errors.mock.calls.map(([details]) => details)).toEqual([{ node: node.id, name: 'Tokyo 1', bytes: ABSURD }])
  errors.mockRestore()
})

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

test('after hours without the panel a node may report what a full line carried meanwhile, and no more', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  await node.post('push', { [id]: [1, 0] })
  clock += 6 * 60 * MINUTE
  expect((await node.post('push', { [id]: [0, full(6 * 60 * MINUTE + 2 * MINUTE)] })).status).toBe(422)
  expect((await node.post('push', { [id]: [0, full(6 * 60 * MINUTE)] })).status).toBe(200)
  expect(await used(id)).toEqual([1, full(6 * 60 * MINUTE)])
})

test('an empty report or a repeat after an outage leaves the allowance for the backlog', async () => {
  const node = await newNode()
  const member = await memberOf(node)
  const before = { query: { batch_id: 'before' } }
  await node.post('push', { [member]: [1, 0] }, before)
  clock += 6 * 60 * MINUTE
  await node.post('push', {})
  await node.post('push', { [member]: [1, 0] }, before)
  const backlog = full(6 * 60 * MINUTE)
  expect((await node.post('push', { [member]: [backlog, 0] })).status).toBe(200)
  expect((await used(member))[0]).toBeGreaterThan(backlog)
})

test('a refused push does not reduce the allowance, and its batch id stays free', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  const push = (bytes: number, batch_id: string) => node.post('push', { [id]: [bytes, 0] }, { query: { batch_id } })
  expect((await push(900 * GB, 'late')).status).toBe(422)
  expect((await push(500 * GB, 'honest')).status).toBe(200)
  clock += 10 * MINUTE
  expect((await push(900 * GB, 'late')).status).toBe(200)
  expect((await push(900 * GB, 'late')).status).toBe(200)
  expect(await used(id)).toEqual([1400 * GB, 0])
})

test('a repeated push does not reduce the allowance', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  for (let i = 0; i < 5; i++) expect((await node.post('push', { [id]: [200 * GB, 0] })).status).toBe(200)
  for (let i = 0; i < 5; i++) expect((await node.post('push', { [id]: [200 * GB, 1] }, { query: { batch_id: 'one' } })).status).toBe(200)
  expect((await node.post('push', { [id]: [199 * GB, 0] })).status).toBe(200)
  expect(await used(id)).toEqual([599 * GB, 1])
})

test('twenty simultaneous pushes stay within what a line carries, and the accepted ones are charged', async () => {
  const node = await newNode()
  const id = await memberOf(node)
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => (await node.post('push', { [id]: [100 * GB - 20 + i, 0] })).status),
  )
  const accepted = statuses.filter((status) => status === 200).length
  expect(statuses.filter((status) => status === 422)).toHaveLength(20 - accepted)
  expect(accepted).toBe(6)
  const [up] = await used(id)
  expect(up).toBeGreaterThanOrEqual(6 * (100 * GB - 20))
  expect(up).toBeLessThanOrEqual(600 * GB)
})

test('absurd bytes of members a node does not serve do not use up the node’s quota', async () => {
  const [node, other] = [await newNode(), await newNode()]
  const [mine, foreign] = [await memberOf(node), await memberOf(other)]
  expect((await node.post('push', { [mine]: [5, 5], [foreign]: [ABSURD, 0] })).status).toBe(422)
  expect([await used(mine), await used(foreign), await carried(node)]).toEqual([[0, 0], [0, 0], 0])
})
