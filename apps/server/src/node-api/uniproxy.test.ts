import { createHash } from 'node:crypto'
import { emptySettings } from '@portico/contract/empty-settings'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { nodeGroups, nodes } from '../nodes/nodes.table.ts'
import { msgpack } from './msgpack.ts'

const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))

type Node = Awaited<ReturnType<TestApp['node']>>
const served = async (node: Node): Promise<number[]> => (await node.pull('user')).body.users.map((user: { id: number }) => user.id)
const serve = (node: Node, values?: Parameters<TestApp['subscribe']>[2]) => t.holder(node.groupId, values)
const uuidOf = async (id: number) => (await t.subscription(id)).uuid

test('a node gets the members of its groups in order, with whole numbers as limits', async () => {
  const node = await t.node()
  const [a, b] = [await serve(node), await serve(node, { speedLimit: 100, deviceLimit: 2 })]
  await serve(await t.node())
  const answer = await node.pull('user')
  const users = [
    { id: a.id, uuid: await uuidOf(a.id), speed_limit: 0, device_limit: 0 },
    { id: b.id, uuid: await uuidOf(b.id), speed_limit: 100, device_limit: 2 },
  ]
  expect(answer.body).toStrictEqual({ users })
  expect(answer.headers.get('etag')).toBe(`"${createHash('sha1').update(JSON.stringify({ users })).digest('hex')}"`)
})

test('a node in two groups serves both, and each member once', async () => {
  const [one, other] = [await t.node(), await t.node()]
  const both = await t.node({ groupIds: [one.groupId, other.groupId] })
  const [a, b] = [await serve(one), await serve(other)]
  expect(await served(both)).toEqual([a.id, b.id])
  expect([await served(one), await served(other)]).toEqual([[a.id], [b.id]])
})

test('an unchanged list is 304 without a body, for every form of the ETag; an unchanged pull costs one query', async () => {
  const node = await t.node()
  await serve(node)
  const etag = (await node.pull('user')).headers.get('etag')!
  const bare = etag.replaceAll('"', '')
  for (const form of [etag, bare, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag}`, `${bare}, other`]) {
    const answer = await node.pull('user', { headers: { 'if-none-match': form } })
    expect([answer.status, answer.body, answer.headers.get('etag')], form).toEqual([304, '', etag])
  }
  for (const form of ['"other"', `"${bare.slice(1)}"`, '""']) {
    expect((await node.pull('user', { headers: { 'if-none-match': form } })).status, form).toBe(200)
  }
  const noted = () => t.database.db.execute(sql`select from node_reports where node_id = ${node.id}`)
  await expect.poll(async () => (await noted()).rowCount).toBe(1)
  const { pool } = t.database
  const queriesOfTen = async (): Promise<number> => {
    let queries = 0
    const count = (): void => void queries++
    pool.on('acquire', count)
    for (let i = 0; i < 10; i++) expect((await node.pull('user', { headers: { 'if-none-match': etag } })).status).toBe(304)
    pool.off('acquire', count)
    return queries
  }
  // The server's own work in the background can only add to the count.
  await expect.poll(queriesOfTen).toBe(10)
})

test('a node that asks for it gets its members in MessagePack, with a separate ETag', async () => {
  const node = await t.node()
  await serve(node, { speedLimit: 100 })
  const address = `${t.base}/api/v1/server/UniProxy/user?node_id=${node.id}&node_type=trojan&token=${node.secret}`
  const headers = { 'x-response-format': 'msgpack' }
  const answer = await fetch(address, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('application/x-msgpack')
  expect(bytes).toEqual(msgpack((await node.pull('user')).body))
  const etag = `"${createHash('sha1').update(bytes).digest('hex')}"`
  expect(answer.headers.get('etag')).toBe(etag)
  expect((await fetch(address, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304)
  expect((await node.pull('user', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('a new credential, speed or device limit shows in the next pull', async () => {
  const node = await t.node()
  const member = await serve(node)
  const user = async () => (await node.pull('user')).body.users[0]
  const before = await user()
  await member.call('GET', '/muser/resetSecurity')
  const after = await user()
  expect(after.uuid).toBe(await uuidOf(member.id))
  expect(after.uuid).not.toBe(before.uuid)
  await t.database.db.execute(sql`update subscriptions set speed_limit = 5 where account_id = ${member.id}`)
  expect((await user()).speed_limit).toBe(5)
  await t.database.db.execute(sql`update subscriptions set device_limit = 3 where account_id = ${member.id}`)
  expect((await user()).device_limit).toBe(3)
})

test('a node that changes groups changes its members', async () => {
  const [admin, node, other] = await Promise.all([t.admin(), t.node(), t.node()])
  const [a, b] = [await serve(node), await serve(other)]
  expect(await served(node)).toEqual([a.id])
  await admin.call('PATCH', `/admin/nodes/${node.id}`, { group_ids: [other.groupId] })
  expect(await served(node)).toEqual([b.id])
})

test('a member leaves when they expire, though nothing in the database changed', async () => {
  const node = await t.node()
  const end = t.app.now().getTime() + 60_000
  const [first, second] = [await serve(node, { expiresAt: new Date(end) }), await serve(node, { expiresAt: null })]
  expect(await served(node)).toEqual([first.id, second.id])
  t.travel(30_000)
  expect(await served(node)).toEqual([first.id, second.id])
  t.travel(30_001)
  expect(await served(node)).toEqual([second.id])
})

test('when the last member leaves, the list has one placeholder user, unless the operator keeps it empty', async () => {
  const [admin, node] = await Promise.all([t.admin(), t.node()])
  const member = await serve(node)
  const { uuid } = (await node.pull('user')).body.users[0]
  await t.ban(member.id)
  const [user, ...others] = (await node.pull('user')).body.users
  expect(others).toEqual([])
  expect(user).toEqual({
    id: 0,
    uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    speed_limit: 0,
    device_limit: 0,
  })
  expect(user.uuid).not.toBe(uuid)
  expect((await node.pull('user')).body.users[0]).toEqual(user)
  expect((await (await t.node()).pull('user')).body.users[0].uuid).not.toBe(user.uuid)
  await admin.call('PATCH', '/admin/settings', { 'node.placeholder_user': false })
  expect((await node.pull('user')).body).toStrictEqual({ users: [] })
  await admin.call('PATCH', '/admin/settings', { 'node.placeholder_user': true })
})

test('a draining or hidden node still serves members, one in maintenance serves nobody', async () => {
  const [admin, node] = await Promise.all([t.admin(), t.node()])
  const member = await serve(node)
  for (const [state, ids] of [
    ['draining', [member.id]],
    ['hidden', [member.id]],
    ['maintenance', [0]],
    ['enabled', [member.id]],
  ] as const) {
    await admin.call('PATCH', `/admin/nodes/${node.id}`, { state })
    expect(await served(node), state).toEqual(ids)
    expect((await node.pull('config')).status).toBe(200)
  }
})

test('a secret works only for its own node', async () => {
  const [a, b] = [await t.node(), await t.node()]
  for (const action of ['config', 'user', 'alivelist']) {
    expect((await a.pull(action)).status, action).toBe(200)
    const stolen = await a.pull(action, { query: { node_id: String(b.id) } })
    expect(stolen.status, action).toBe(403)
    expect(stolen.body).toEqual({ message: 'The secret is not the one of this node.' })
  }
  for (const action of ['push', 'alive', 'status']) {
    expect((await a.post(action, {}, { query: { node_id: String(b.id) } })).status, action).toBe(403)
  }
  for (const token of ['', 'x', `${a.secret}x`, a.secret.slice(1)])
    expect((await a.pull('user', { query: { token } })).status, token).toBe(403)
  for (const node_id of ['', '0', '-1', '1e1', '999999', 'x', '1 or 1=1'])
    expect((await a.pull('user', { query: { node_id } })).status, node_id).toBe(404)
})

test('the type must match the node’s own, under any name that node software uses', async () => {
  const [vmess, hysteria2] = [await t.node({ settings: emptySettings('vmess') }), await t.node({ settings: emptySettings('hysteria2') })]
  const statusOf = async (node: Node, node_type: string) => (await node.pull('config', { query: { node_type } })).status
  for (const type of ['vmess', 'v2ray', 'v2node']) expect(await statusOf(vmess, type), type).toBe(200)
  for (const type of ['hysteria2', 'hysteria', 'v2node']) expect(await statusOf(hysteria2, type), type).toBe(200)
  for (const type of ['', 'vless', 'VMESS', 'constructor']) expect(await statusOf(vmess, type), type).toBe(403)
})

test('a rotated secret and a deleted node stop working at once', async () => {
  const [admin, node] = await Promise.all([t.admin(), t.node()])
  const rotated = await admin.call('POST', `/admin/nodes/${node.id}/secret`)
  expect((await node.pull('user')).status).toBe(403)
  expect((await node.pull('user', { query: { token: rotated.body.secret } })).status).toBe(200)
  await admin.call('DELETE', `/admin/nodes/${node.id}`)
  expect((await node.pull('user', { query: { token: rotated.body.secret } })).status).toBe(404)
})

test('wrong secrets from one network are blocked; the honest node there, and other networks, are not', async () => {
  const node = await t.node()
  const wrong = (address: string) => node.pull('user', { query: { token: 'wrong' }, headers: { 'x-forwarded-for': address } })
  const statuses = new Set<number>()
  for (let i = 0; i < 61; i++) statuses.add((await wrong('192.0.2.7')).status)
  expect([...statuses]).toEqual([403, 429])
  expect((await node.pull('user', { headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(200)
  expect((await wrong('192.0.2.8')).status).toBe(403)
})

test('unknown calls and wrong methods are refused; the secret can be sent as a bearer token', async () => {
  const node = await t.node()
  expect((await node.pull('nothing')).status).toBe(404)
  expect((await node.pull('constructor')).status).toBe(404)
  const wrong = await node.pull('push')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await node.post('user', {})).status).toBe(405)
  const bearer = (secret: string) => node.pull('config', { query: { token: '' }, headers: { authorization: `Bearer ${secret}` } })
  expect((await bearer(node.secret)).status).toBe(200)
  expect((await bearer('wrong')).status).toBe(403)
})

test('no secret is stored in plain text, and no other node’s key is ever sent; a node’s load is stored, and a malformed one is refused', async () => {
  const node = await t.node()
  const stored = await t.database.db.select().from(nodes).leftJoin(nodeGroups, eq(nodeGroups.nodeId, nodes.id))
  expect(JSON.stringify(stored)).not.toContain(node.secret)
  expect(stored.find((row) => row.nodes.id === node.id)?.nodes.secretHash).toEqual(createHash('sha256').update(node.secret).digest())
  const load = { cpu: 12.5, mem: { total: 100, used: 50 }, swap: { total: 0, used: 0 }, disk: { total: 1000, used: 10 } }
  const answer = await node.post('status', { ...load, extra: 'x' })
  expect([answer.status, answer.body]).toEqual([200, { data: true, code: 0, message: 'success' }])
  const { rows } = await t.database.db.execute<{ load: unknown }>(sql`select load from node_reports where node_id = ${node.id}`)
  expect(rows[0]?.load).toEqual(load)
  for (const body of [{ cpu: 'x' }, {}, [], 'null', '{']) expect((await node.post('status', body)).status).toBe(400)
})

test('what a node program cannot see, operators do: refused reports with the answer, and entries that nobody is charged for', async () => {
  const node = await t.node()
  const [mine, foreign] = [await serve(node), await serve(await t.node())]
  const raw = (path: string, body: string) => fetch(`${t.base}${path}node_id=${node.id}&token=${node.secret}`, { method: 'POST', body })
  for (let i = 0; i < 2; i++) expect((await node.post('push', [1])).status).toBe(400)
  expect((await raw('/api/v1/server/UniProxy/push?node_type=tuic&', '{}')).status).toBe(403)
  expect((await raw('/api/v2/server/report?', '{"traffic":[]}')).status).toBe(400)
  expect((await raw('/api/v1/server/v3/report?', '{"boot_id":7}')).status).toBe(400)
  expect((await node.post('push', { [mine.id]: [1, 1], [foreign.id]: [1, 1], x: [1, 1], 9: 'bytes' })).status).toBe(200)
  const admin = await t.admin()
  const shown = async () => {
    const { items } = (await admin.call('GET', '/admin/report-alarms', { page_size: 100 })).body
    return items.filter((one: { node: { id: number } }) => one.node.id === node.id)
  }
  const found = (await shown()).map(({ kind, answer, value }: { kind: string; answer: string; value: number }) => [kind, value, answer])
  expect(found.toSorted()).toEqual([
    ['entries', 3, null],
    ['refused', 1, 'push: This node is not of type "tuic".'],
    ['refused', 1, 'report: The report is not of the documented form: boot_id, sequence, counters.'],
    ['refused', 1, 'report: the report is not of the documented form'],
    ['refused', 2, 'push: The body must be a JSON object.'],
  ])
  const { body } = await admin.call('GET', '/admin/nodes')
  expect(body.items.find((one: { id: number }) => one.id === node.id).alarms).toBe(5)
})
