import { copyFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDatabase, forFile, runSql, startApp, type TestApp } from '../../test/harness.ts'
import { replayAll } from './replay-spool.ts'
import { postgresProxy } from '../../test/postgres-proxy.ts'
import { pushSpool } from './push-spool.ts'
import { slowness } from '../../../../scripts/slowness.ts'

const own = await createDatabase('template_portico')
const t = await forFile(startApp({ on: own }))

type Node = Awaited<ReturnType<TestApp['node']>>
const folder = (app: TestApp = t): string => join(app.app.config.dataDir, 'node-spool')
const waiting = (app: TestApp = t): string[] => readdirSync(folder(app)).filter((name) => name.endsWith('.json'))

/** Allows connections or not, and ends those that are open. */
async function door(isOpen: boolean): Promise<void> {
  const [name, cluster] = [new URL(own.ownerUrl).pathname.slice(1), own.ownerUrl.replace(/[^/]+$/, 'postgres')]
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  await runSql(cluster, `alter database ${name} allow_connections ${isOpen}; ${isOpen ? '' : cut}`)
}
/** A node with one member, whom this process knows. */
async function served(): Promise<{ node: Node; id: number }> {
  const node = await t.node()
  const { id } = await t.holder(node.groupId)
  expect((await node.pull('user')).status).toBe(200)
  return { node, id }
}
const { used } = t
const push = (node: Node, body: object, headers = {}) =>
  fetch(`${t.base}/api/v1/server/UniProxy/push?node_id=${node.id}&node_type=trojan&token=${node.secret}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })

test('what nodes push while the database is away is acknowledged, and charged once when it is back', async () => {
  const { node, id } = await served()
  await door(false)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => push(node, { [id]: [n + 1, 100] })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(waiting()).toHaveLength(20)
  // The software did not hear the answer, and sends the same again.
  expect((await push(node, { [id]: [1, 100] })).status).toBe(200)
  const report = await fetch(`${t.base}/api/v2/server/report?node_id=${node.id}&token=${node.secret}`, {
    method: 'POST',
    body: JSON.stringify({ traffic: { [id]: [1000, 2000] }, status: { cpu: 1 } }),
  })
  expect(report.status).toBe(200)
  expect(waiting()).toHaveLength(21)
  await door(true)
  await expect.poll(() => waiting()).toEqual([])
  expect(await used(id)).toEqual([210 + 1000, 2000 + 2000])
})

test('a push is taken before node software gives up, also where connections to the database hang and none is closed', async () => {
  const { node, id } = await served()
  const proxy = await postgresProxy(own.serverUrl, () => {})
  const hung = await startApp({ on: { ...own, serverUrl: proxy.url, drop: async () => {} } })
  const pushTo = async (n: number): Promise<number> => {
    const url = `${hung.base}/api/v1/server/UniProxy/push?node_id=${node.id}&node_type=trojan&token=${node.secret}`
    return (await fetch(url, { method: 'POST', body: JSON.stringify({ [id]: [n, 0] }), signal: AbortSignal.timeout(30_000) })).status
  }
  expect(await pushTo(1)).toBe(200)
  proxy.hang()
  expect(await Promise.all([2, 3, 4].map(pushTo))).toEqual([200, 200, 200])
  expect(waiting(hung)).toHaveLength(3)
  proxy.stop()
  await hung.stop()
})

test('a push that was charged although its answer was lost is not charged again from the spool', async () => {
  const { node, id } = await served()
  await push(node, { [id]: [5, 6] })
  await door(false)
  expect((await push(node, { [id]: [5, 6] })).status).toBe(200)
  expect(waiting()).toHaveLength(1)
  await door(true)
  await expect.poll(() => waiting()).toEqual([])
  expect(await used(id)).toEqual([5, 6])
})

test('equal pushes with batch numbers of their own wait and count one by one; one that is sent again counts once', async () => {
  const { node, id } = await served()
  await door(false)
  for (const batch of ['a', 'b', 'b', 'c']) expect((await push(node, { [id]: [10, 20] }, { 'x-batch-id': batch })).status).toBe(200)
  expect(waiting()).toHaveLength(3)
  await door(true)
  await expect.poll(() => waiting()).toEqual([])
  expect(await used(id)).toEqual([30, 60])
})

test('what a dead process left is charged once by the next one, though several share the folder', async () => {
  const { node, id } = await served()
  await door(false)
  await push(node, { [id]: [7, 8] })
  const [name = ''] = waiting()
  // A machine that never comes back: its files are copied to where other processes look.
  renameSync(join(folder(), name), join(folder(), 'kept'))
  await door(true)
  const shared = { ...own, drop: async () => {} }
  const others = await Promise.all([startApp({ on: shared }), startApp({ on: shared })])
  for (const other of others) {
    mkdirSync(folder(other), { recursive: true })
    copyFileSync(join(folder(), 'kept'), join(folder(other), name))
  }
  await Promise.all(others.flatMap(({ app }) => [replayAll(app, pushSpool(app)), replayAll(app, pushSpool(app))]))
  expect(others.flatMap((other) => waiting(other))).toEqual([])
  expect(await used(id)).toEqual([7, 8])
  for (const other of others) await other.stop()
})

test('a file that cannot be stored is kept aside, and those after it are charged', async () => {
  const { node, id } = await served()
  await door(false)
  await push(node, { [id]: [3, 4] })
  const broken = `000000000000001-${node.id}-0123456789abcdef-9-broken.json`
  writeFileSync(join(folder(), broken), '{"body":')
  await door(true)
  await expect.poll(() => waiting()).toEqual([])
  expect(await used(id)).toEqual([3, 4])
  expect(readdirSync(join(folder(), 'refused'))).toEqual([broken])
  const operator = await t.admin()
  const { items } = (await operator.call('GET', '/admin/nodes')).body
  expect(items.find((one: { id: number }) => one.id === node.id)).toMatchObject({ waiting_reports: 1, alarms: 1 })
  expect((await operator.call('GET', '/admin/report-alarms')).body.items).toMatchObject([
    { kind: 'aside', value: 1, node: { id: node.id } },
  ])
})

test('a push that finds no room is held, and closed without an answer; so is one of a node that is not known yet', async () => {
  const { node, id } = await served()
  const { put } = pushSpool(t.app)
  pushSpool(t.app).put = async () => false
  await door(false)
  const held = push(node, { [id]: [9, 9] }).then(
    ({ status }) => status,
    () => 'closed',
  )
  await expect.poll(() => held, { timeout: 40_000 * slowness }).toBe('closed')
  const back = push(node, { [id]: [1, 2] })
  await door(true)
  expect((await back).status).toBe(200)
  pushSpool(t.app).put = put
  expect(await used(id)).toEqual([1, 2])
})

test('a stranger is refused while the database is away, and nothing of theirs is kept', async () => {
  const { node, id } = await served()
  await door(false)
  const wrong = await push({ ...node, secret: 'wrong' }, { [id]: [1, 1] }).then(
    ({ status }) => status,
    () => 'closed',
  )
  await door(true)
  expect(wrong).not.toBe(200)
  expect(waiting()).toEqual([])
})
