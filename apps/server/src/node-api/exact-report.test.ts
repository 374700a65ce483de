import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { openReporter } from '../../../../docs/guide/node-client.ts'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { cleanBoots } from '../traffic/clean-boots.ts'
import { countTraffic } from '../traffic/count-traffic.ts'
import { nodeBoots, trafficBatches, trafficDaily } from '../traffic/traffic.table.ts'

const t = await forFile(startApp())

type Node = Awaited<ReturnType<TestApp['node']>>
const GB = 2 ** 30
const { used } = t
const memberOf = async ({ groupId }: Node) => (await t.holder(groupId, { transferEnable: 1000 * GB })).id
async function send(node: Node, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${t.base}/api/v1/server/v3/report?node_id=${node.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.secret}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const report = (node: Node, boot_id: string, sequence: number, counters: object) => send(node, { boot_id, sequence, counters })
const bootOf = async (node: Node) => (await t.database.db.select().from(nodeBoots).where(eq(nodeBoots.nodeId, node.id)))[0]!

test('counters since the start are charged by their growth, and the answer says what was applied', async () => {
  const node = await t.node({ rate: 150 })
  const [a, b] = [await memberOf(node), await memberOf(node)]
  expect(await report(node, 'b1', 1, { [a]: [100, 200], [b]: [7, 0] })).toEqual({ status: 200, body: { applied: 1, boot_id: 'b1' } })
  expect(await report(node, 'b1', 2, { [a]: [110, 200] })).toEqual({ status: 200, body: { applied: 2, boot_id: 'b1' } })
  expect(await report(node, 'b1', 7, { [a]: [110, 201], [b]: [7, 0] })).toEqual({ status: 200, body: { applied: 7, boot_id: 'b1' } })
  expect([await used(a), await used(b)]).toEqual([
    [165, 302],
    [11, 0],
  ])
  await countTraffic(t.database, t.app.now())
  const rows = await t.database.db.select().from(trafficDaily).where(eq(trafficDaily.nodeId, node.id))
  expect(rows.map((row) => [row.accountId, row.up, row.down, row.billedUp, row.billedDown])).toEqual([
    [a, 110, 201, 165, 302],
    [b, 7, 0, 11, 0],
  ])
})

test('a repeated, overtaken or late report charges nothing and is acknowledged; many copies at once count once', async () => {
  const node = await t.node()
  const a = await memberOf(node)
  await report(node, 'b1', 1, { [a]: [10, 10] })
  await report(node, 'b1', 3, { [a]: [30, 30] })
  for (const sequence of [1, 2, 3]) {
    expect((await report(node, 'b1', sequence, { [a]: [sequence * 10, sequence * 1000] })).body).toEqual({ applied: 3, boot_id: 'b1' })
  }
  expect(await used(a)).toEqual([30, 30])
  const answers = await atOnce(() => report(node, 'b2', 1, { [a]: [5, 6] }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 200, body: { applied: 1, boot_id: 'b2' } })]),
  )
  expect(await used(a)).toEqual([35, 36])
})

test('a new boot counts from zero, and a late report of the old boot is recognised', async () => {
  const node = await t.node()
  const a = await memberOf(node)
  await report(node, 'old', 1, { [a]: [10, 10] })
  await report(node, 'new', 1, { [a]: [5, 5] })
  await report(node, 'old', 1, { [a]: [10, 10] })
  await report(node, 'old', 2, { [a]: [12, 10] })
  await report(node, 'new', 2, { [a]: [6, 5] })
  expect(await used(a)).toEqual([18, 15])
})

test('a counter lower than before adds nothing, and the next one is not counted twice', async () => {
  const node = await t.node()
  const a = await memberOf(node)
  await report(node, 'b1', 1, { [a]: [100, 100] })
  await report(node, 'b1', 2, { [a]: [40, 110] })
  await report(node, 'b1', 3, { [a]: [100, 110] })
  expect(await used(a)).toEqual([100, 110])
  expect(await bootOf(node)).toMatchObject({ lowered: 1, sequence: 3 })
})

test('a stolen secret charges only members the node serves; the other entries of the report count', async () => {
  const [node, other] = [await t.node(), await t.node()]
  const [mine, foreign] = [await memberOf(node), await memberOf(other)]
  await report(node, 'b1', 1, { [mine]: [1, 1], [foreign]: [1000, 1000], 999_999_999: [5, 5], x: [1, 1], [`${mine}0`]: [-1, 0] })
  expect([await used(mine), await used(foreign)]).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect(await bootOf(node)).toMatchObject({ dropped: 4, accountIds: [mine, foreign] })
  // The member joins later, so what the node carried before is not charged to them.
  await t.subscribe(foreign, node.groupId)
  await report(node, 'b1', 2, { [foreign]: [1003, 1000] })
  expect(await used(foreign)).toEqual([3, 0])
})

test('a member who left a node is charged for another day, however they left; so are those of a group removed from it', async () => {
  const [admin, node, left, other] = [await t.admin(), await t.node(), await t.node(), await t.node()]
  const a = await memberOf(left)
  await admin.call('PATCH', `/admin/nodes/${left.id}`, { group_ids: [other.groupId] })
  const [moved, dropped, banned] = [await memberOf(node), await memberOf(node), await memberOf(node)]
  await t.database.db.execute(sql`update subscriptions set group_id = ${other.groupId} where account_id = ${moved}`)
  await t.database.db.execute(sql`update subscriptions set group_id = null where account_id = ${dropped}`)
  await t.ban(banned)
  await t.subscribe(banned, node.groupId, { expiresAt: new Date('2020-01-01') })
  const all = (bytes: number) => Object.fromEntries([moved, dropped, banned].map((id) => [id, [bytes, 0]]))
  await report(node, 'b1', 1, all(5))
  await report(left, 'b1', 1, { [a]: [5, 0] })
  const ups = async () => Promise.all([moved, dropped, banned].map(async (id) => (await used(id))[0]))
  expect(await ups()).toEqual([5, 5, 5])
  t.travel(25 * 3_600_000)
  await report(node, 'b1', 2, all(9))
  await report(left, 'b1', 2, { [a]: [9, 0] })
  expect([await ups(), await used(a)]).toEqual([
    [5, 5, 9],
    [5, 0],
  ])
})

test('more than a line can carry is acknowledged and held, in one report or in many, and not charged when it is sent again', async () => {
  const node = await t.node({ lineSpeed: 80_000, createdAt: t.app.now() })
  const a = await memberOf(node)
  const tera = 1e12
  expect((await report(node, 'b1', 1, { [a]: [tera, 0] })).body).toEqual({ applied: 1, boot_id: 'b1' })
  for (let n = 1; n <= 20; n++) expect((await report(node, `boot-${n}`, 1, { [a]: [tera / 10, 0] })).status).toBe(200)
  const rows = await t.database.db.select().from(trafficBatches).where(eq(trafficBatches.nodeId, node.id))
  const sent = rows.filter(({ state }) => state === 'charged').length
  expect([rows.length, rows.filter(({ state }) => state === 'held').length]).toEqual([21, 21 - sent])
  expect(sent).toBeLessThanOrEqual(6)
  expect(await used(a)).toEqual([(sent * tera) / 10, 0])
  // Only what it carried since then is charged, once it is plausible.
  t.travel(200_000)
  await report(node, 'b1', 1, { [a]: [tera, 0] })
  await report(node, 'b1', 2, { [a]: [tera + 7, 0] })
  expect(await used(a)).toEqual([(sent * tera) / 10 + 7, 0])
})

test('a boot is closed after a month; its reports are refused and never charged again', async () => {
  const node = await t.node()
  const a = await memberOf(node)
  await report(node, 'b1', 1, { [a]: [5, 5] })
  t.travel(31 * 86_400_000)
  await cleanBoots(t.database, t.app.now())
  expect((await report(node, 'b1', 2, { [a]: [9, 9] })).status).toBe(409)
  expect((await report(node, 'b1', 1, { [a]: [5, 5] })).status).toBe(409)
  expect((await report(node, 'b2', 1, { [a]: [1, 1] })).status).toBe(200)
  expect(await used(a)).toEqual([6, 6])
})

test('a node that restarts constantly keeps fifty boots open', async () => {
  const node = await t.node()
  const a = await memberOf(node)
  for (let n = 1; n <= 52; n++) {
    t.travel(1000)
    await report(node, `boot-${n}`, 1, { [a]: [1, 0] })
  }
  const boots = await t.database.db.select().from(nodeBoots).where(eq(nodeBoots.nodeId, node.id))
  expect(
    boots
      .filter((boot) => boot.closedAt !== null)
      .map((boot) => boot.bootId)
      .toSorted(),
  ).toEqual(['boot-1', 'boot-2'])
  expect(await used(a)).toEqual([52, 0])
})

test('a report updates the member’s online state and addresses and the node’s load', async () => {
  const node = await t.node()
  const a = await memberOf(node)
  await t.subscribe(a, node.groupId, { deviceLimit: 3 })
  const status = { cpu: 5, mem: { total: 2, used: 1 } }
  const body = { boot_id: 'b', sequence: 1, counters: { [a]: [1, 1] }, alive: { [a]: ['192.0.2.1', '192.0.2.2'] }, status }
  expect((await send(node, body)).status).toBe(200)
  expect((await node.pull('alivelist')).body).toEqual({ alive: { [a]: 2 } })
  const { rows } = await t.database.db.execute(sql`select load, online_users, up, down from node_reports where node_id = ${node.id}`)
  expect(rows).toEqual([{ load: status, online_users: 1, up: 1, down: 1 }])
})

test('a malformed report, and one without the node’s secret, are refused', async () => {
  const [node, other] = [await t.node(), await t.node()]
  const good = { boot_id: 'b', sequence: 1, counters: {} }
  const bad = [
    'x',
    '[]',
    {},
    { ...good, boot_id: '' },
    { ...good, boot_id: 'x y' },
    { ...good, boot_id: 'x'.repeat(65) },
    { ...good, sequence: 0 },
    { ...good, sequence: 1.5 },
    { ...good, sequence: '1' },
    { ...good, sequence: 2 ** 53 },
    { ...good, counters: [] },
    { ...good, status: { cpu: 'x' } },
  ]
  for (const body of bad) expect((await send(node, body)).status, JSON.stringify(body)).toBe(400)
  expect((await send(node, good, { authorization: `Bearer ${other.secret}` })).status).toBe(403)
  expect((await send(node, good, { authorization: '' })).status).toBe(403)
  expect((await send({ ...node, id: 999_999 }, good)).status).toBe(404)
  expect((await fetch(`${t.base}/api/v1/server/v3/report?node_id=${node.id}&token=${node.secret}`)).status).toBe(405)
  expect((await fetch(`${t.base}/api/v1/server/v3/other?node_id=${node.id}&token=${node.secret}`)).status).toBe(404)
  const byToken = await fetch(`${t.base}/api/v1/server/v3/report?node_id=${node.id}&token=${node.secret}`, {
    method: 'POST',
    body: JSON.stringify(good),
  })
  expect(byToken.status).toBe(200)
})

test('the reference client loses nothing over failures, restarts and a closed boot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-client-'))
  const node = await t.node()
  const a = await memberOf(node)
  const options = { site: t.base, nodeId: node.id, secret: node.secret, stateFile: join(folder, 'state.json') }
  const first = openReporter({ ...options, site: 'http://127.0.0.1:1' })
  first.count(String(a), 5, 6)
  expect(await first.report()).toBe(false)
  const second = openReporter(options)
  second.count(String(a), 1, 0)
  expect(await second.report()).toBe(true)
  expect(await used(a)).toEqual([6, 6])
  expect(await second.report()).toBe(true)
  t.travel(31 * 86_400_000)
  await cleanBoots(t.database, t.app.now())
  second.count(String(a), 10, 10)
  expect([await second.report(), await second.report()]).toEqual([false, true])
  expect(await used(a)).toEqual([16, 16])
  rmSync(folder, { recursive: true })
})
