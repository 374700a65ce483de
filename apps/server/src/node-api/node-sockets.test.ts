import { emptySettings } from '@portico/contract/empty-settings'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { WebSocket } from 'ws'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { machineOf } from '../../test/machine-of.ts'

const open: WebSocket[] = []
const t = await forFile(startApp())
const admin = await t.admin()
afterEach(() => open.splice(0).forEach((socket) => socket.terminate()))

type Node = Awaited<ReturnType<TestApp['node']>>
// oxlint-disable-next-line typescript/no-explicit-any -- frames are read by the assertions of each test
type Frame = { event: string; data: any; timestamp: number }
type User = { id: number; uuid: string }

/** A node's end of the connection: the frames it got, and the members it would serve after them. */
async function dial(proof: Record<string, string>) {
  const socket = new WebSocket(`${t.base.replace('http', 'ws')}/api/v2/server/ws?${new URLSearchParams(proof)}`)
  open.push(socket)
  const frames: Frame[] = []
  const serving = new Map<number, User>()
  let code = 0
  socket.on('message', (bytes: Buffer) => {
    const frame = JSON.parse(bytes.toString()) as Frame
    frames.push(frame)
    const { event, data } = frame
    if (event === 'sync.users') serving.clear()
    if (event === 'sync.users' || (event === 'sync.user.delta' && data.action === 'add'))
      for (const user of data.users as User[]) serving.set(user.id, user)
    if (event === 'sync.user.delta' && data.action === 'remove') for (const user of data.users as User[]) serving.delete(user.id)
  })
  socket.on('close', (closed) => (code = closed))
  const status = await new Promise<number>((done) => {
    socket.on('open', () => done(101))
    socket.on('unexpected-response', (_, response) => done(response.statusCode ?? 0))
    socket.on('error', () => done(0))
  })
  return {
    status,
    frames,
    events: () => frames.map((frame) => frame.event),
    serving: () => [...serving.keys()].toSorted((a, b) => a - b),
    uuids: () => [...serving.values()].map((user) => user.uuid).toSorted(),
    say: (event: string, data: object = {}) => socket.send(JSON.stringify({ event, data, timestamp: 1 })),
    sendText: (text: string) => socket.send(text),
    code: () => code,
  }
}
const as = (node: Node) => ({ node_id: String(node.id), token: node.secret })
const memberOf = async (node: Node) => (await t.holder(node.groupId)).id
const listed = async (node: Node, etag?: string) =>
  (await node.pull('user', etag ? { headers: { 'if-none-match': etag } } : {})).body.users.map(({ id }: User) => id)

test('a node that connects gets its configuration and its members at once', async () => {
  const node = await t.node({ settings: emptySettings('vmess') })
  const id = await memberOf(node)
  const peer = await dial(as(node))
  await expect.poll(peer.events).toEqual(['auth.success', 'sync.config', 'sync.users'])
  const [hello, config, users] = peer.frames
  expect(hello).toEqual({ event: 'auth.success', data: { node_id: node.id }, timestamp: expect.any(Number) })
  expect(config!.data.config).toMatchObject({ protocol: 'vmess', server_port: 8443 })
  expect(config!.data.config).not.toHaveProperty('base_config')
  expect(users!.data).toEqual((await node.pull('user')).body)
  expect(peer.serving()).toEqual([id])
})

test('a node has at most eight connections: the oldest is closed, and other nodes’ stay', async () => {
  const [node, other] = [await t.node(), await t.node()]
  const stranger = await dial(as(other))
  const peers: Awaited<ReturnType<typeof dial>>[] = []
  for (let n = 0; n < 10; n++) {
    const peer = await dial(as(node))
    peers.push(peer)
    // It has its place now, so the next one is younger.
    await expect.poll(peer.events).toContain('auth.success')
  }
  await expect.poll(() => peers.map((peer) => peer.code())).toEqual([1006, 1006, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(peers.map((peer) => peer.status)).toEqual(peers.map(() => 101))
  const burst = await atOnce(() => dial(as(node)))
  await expect.poll(() => [...peers, ...burst].filter((peer) => peer.code() === 0).length).toBe(8)
  expect(stranger.code()).toBe(0)
})

const changes: [string, (id: number) => unknown][] = [
  ['a suspension', (id) => t.ban(id)],
  ['a suspension in bulk', (id) => t.database.db.execute(sql`update accounts set banned_at = now() where id between ${id} and ${id}`)],
  ['a spent quota', (id) => t.database.db.execute(sql`update subscriptions set up = transfer_enable where account_id = ${id}`)],
  ['an expiry', (id) => t.database.db.execute(sql`update subscriptions set expires_at = '2020-01-01' where account_id = ${id}`)],
  ['a group taken away', (id) => t.database.db.execute(sql`update subscriptions set group_id = null where account_id = ${id}`)],
]
test.each(changes)('%s removes that member, and no other, from a connected node and from the next pull', async (_, change) => {
  const node = await t.node()
  const [stays, leaves] = [await memberOf(node), await memberOf(node)]
  const peer = await dial(as(node))
  await expect.poll(peer.serving).toEqual([stays, leaves])
  const etag = (await node.pull('user')).headers.get('etag')!
  await change(leaves)
  expect(await listed(node, etag)).toEqual([stays])
  await expect.poll(peer.serving).toEqual([stays])
  expect(peer.frames.at(-1)).toMatchObject({ event: 'sync.user.delta', data: { action: 'remove', users: [{ id: leaves }] } })
  expect(peer.events().filter((event) => event === 'sync.users')).toHaveLength(1)
})

test('a bulk group change removes members from the old node and adds them to the new one', async () => {
  const [from, to] = [await t.node(), await t.node()]
  const ids = [await memberOf(from), await memberOf(from), await memberOf(from)]
  const [old, next] = [await dial(as(from)), await dial(as(to))]
  await expect.poll(old.serving).toEqual(ids)
  expect([await listed(from), await listed(to)]).toEqual([ids, [0]])
  await t.database.db.execute(sql`update subscriptions set group_id = ${to.groupId} where group_id = ${from.groupId}`)
  expect([await listed(from), await listed(to)]).toEqual([[0], ids])
  // An empty list holds one placeholder user.
  await expect.poll(old.serving).toEqual([0])
  await expect.poll(next.serving).toEqual(ids)
})

test('imported members arrive in one message', async () => {
  const node = await t.node()
  const peer = await dial(as(node))
  await expect.poll(peer.serving).toEqual([0])
  const { rows } = await t.database.db.execute<{ id: number }>(sql`
    with made as (
      insert into accounts (email, email_key, password_hash)
      select e, e, 'none' from (select 'import-' || n || '@example.com' as e from generate_series(1, 40) n) named returning id
    )
    insert into subscriptions (account_id, token, uuid, group_id, transfer_enable)
    select id, md5('import' || id), gen_random_uuid(), ${node.groupId}, 1000 from made returning account_id as id`)
  await expect.poll(peer.serving).toEqual(rows.map((row) => row.id).toSorted((a, b) => a - b))
})

test('a new credential is sent as the old one leaving and the new one joining', async () => {
  const node = await t.node()
  const member = await t.holder(node.groupId)
  await memberOf(node)
  const peer = await dial(as(node))
  await expect.poll(() => peer.serving().length).toBe(2)
  const before = peer.uuids()
  await member.call('GET', '/muser/resetSecurity')
  await expect.poll(() => peer.frames.slice(-2).map((frame) => frame.data.action)).toEqual(['remove', 'add'])
  expect(peer.uuids()).not.toEqual(before)
  const users = (await node.pull('user')).body.users as User[]
  expect(peer.uuids()).toEqual(users.map((user) => user.uuid).toSorted())
})

test('a changed configuration is pushed', async () => {
  const node = await t.node()
  const peer = await dial(as(node))
  await expect.poll(() => peer.events().length).toBe(3)
  await admin.call('PATCH', `/admin/nodes/${node.id}`, { server_port: 9443 })
  await expect.poll(() => peer.frames.findLast((frame) => frame.event === 'sync.config')?.data.config.server_port).toBe(9443)
})

test('a node with a different hash gets the whole list again', async () => {
  const node = await t.node()
  const id = await memberOf(node)
  const peer = await dial(as(node))
  await expect.poll(peer.serving).toEqual([id])
  const right = (await node.pull('user')).headers.get('etag')!.replaceAll('"', '')
  peer.say('pong', { hashes: [{ node_id: node.id, users: right }] })
  peer.say('pong', { hashes: [{ node_id: node.id, users: 'something else' }] })
  await expect.poll(() => peer.events().filter((event) => event === 'sync.users').length).toBe(2)
  peer.say('pong')
  peer.say('nothing')
  await expect.poll(() => peer.events().at(-1)).toBe('error')
  expect(peer.events().filter((event) => event === 'sync.users')).toHaveLength(2)
})

test('a node reports its devices and load, and hears the devices of all nodes', async () => {
  const node = await t.node()
  const id = await memberOf(node)
  await t.subscribe(id, node.groupId, { deviceLimit: 5 })
  const other = await t.node({ groupIds: node.groupIds })
  await other.post('alive', { [id]: ['192.0.2.9'] })
  const peer = await dial(as(node))
  peer.say('report.devices', { [id]: ['192.0.2.1', '192.0.2.2'] })
  peer.say('request.devices')
  await expect
    .poll(() => peer.frames.find((frame) => frame.event === 'sync.devices')?.data)
    .toEqual({ users: { [id]: ['192.0.2.1', '192.0.2.2', '192.0.2.9'] } })
  // A full report: the node does not see members that it does not name.
  peer.say('report.devices', {})
  peer.say('node.status', { uptime: 7, name: 'a\u0000b' })
  peer.say('node.status', { cpu: 7, name: 'a\u0000b' })
  await expect.poll(async () => (await node.pull('alivelist')).body).toEqual({ alive: { [id]: 1 } })
  const load = async () => (await t.database.db.execute(sql`select load from node_reports where node_id = ${node.id}`)).rows[0]
  await expect.poll(load).toEqual({ load: { cpu: 7 } })
  peer.sendText('{')
  await expect.poll(() => peer.events().at(-1)).toBe('error')
})

test('a machine hears of all its nodes on one connection, each message with its node', async () => {
  const [one, two, late] = [await t.node(), await t.node(), await t.node()]
  const [a, b] = [await memberOf(one), await memberOf(two)]
  const machine = await machineOf(admin, [one, two])
  const peer = await dial(machine.proof)
  await expect.poll(() => peer.events().filter((event) => event === 'sync.users').length).toBe(2)
  expect(peer.frames[0]!.data).toEqual({ machine_id: machine.id, node_ids: [one.id, two.id] })
  const lists = peer.frames.filter((frame) => frame.event === 'sync.users').map((frame) => [frame.data.node_id, frame.data.users[0].id])
  expect(lists).toEqual([
    [one.id, a],
    [two.id, b],
  ])
  await admin.call('PATCH', `/admin/machines/${machine.id}`, { node_ids: [one.id, two.id, late.id] })
  await expect.poll(() => peer.frames.findLast((frame) => frame.event === 'sync.users')?.data.node_id).toBe(late.id)
  expect(peer.frames.find((frame) => frame.event === 'sync.nodes')?.data.nodes).toHaveLength(3)
  await admin.call('DELETE', `/admin/machines/${machine.id}`)
  await expect.poll(peer.code).toBe(4003)
})

test.each(['secret', 'node', 'machine'])('a machine’s connection for one of its nodes ends with its %s', async (what) => {
  const node = await t.node()
  const machine = await machineOf(admin, [node])
  const peer = await dial({ ...machine.proof, node_id: String(node.id) })
  await expect.poll(() => peer.events().includes('sync.users')).toBe(true)
  const path = `/admin/machines/${machine.id}`
  if (what === 'secret') await admin.call('POST', `${path}/secret`)
  else await admin.call('PATCH', path, what === 'node' ? { node_ids: [] } : { is_active: false })
  await expect.poll(peer.code).toBe(4003)
})

test('a wrong secret cannot connect, and a rotated one is disconnected', async () => {
  const [node, other] = [await t.node(), await t.node()]
  expect((await dial({ ...as(node), token: other.secret })).status).toBe(403)
  expect((await dial({ node_id: String(node.id) })).status).toBe(403)
  expect((await dial({ machine_id: '1', token: node.secret })).status).toBe(403)
  const peer = await dial(as(node))
  expect(peer.status).toBe(101)
  await admin.call('POST', `/admin/nodes/${node.id}/secret`)
  await expect.poll(peer.code).toBe(4003)
})
