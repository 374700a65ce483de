import { createHash } from 'node:crypto'
import { emptySettings } from '@portico/contract/protocols'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { nodeReports } from '../nodes/nodes.table.ts'

const t = await forFile(startApp())
const admin = await t.admin()

type Node = Awaited<ReturnType<TestApp['node']>>
async function v2(method: string, call: string, query: Record<string, string>, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${t.base}/api/v2/server/${call}?${new URLSearchParams(query)}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text.startsWith('{') ? JSON.parse(text) : text }
}
const as = (node: Node) => ({ node_id: String(node.id), token: node.secret })
async function memberOf(node: Node): Promise<number> {
  const { id } = await t.member()
  await t.subscribe(id, node.groupId, { deviceLimit: 2 })
  return id
}
const used = async (id: number) => (await t.database.db.select().from(subscriptions).where(eq(subscriptions.accountId, id)))[0]!
async function machine(nodes: Node[]) {
  const { body } = await admin.call('POST', '/admin/machines', {
    name: 'Rack 1',
    notes: '',
    is_active: true,
    node_ids: nodes.map((node) => node.id),
  })
  return {
    id: body.machine.id as number,
    proof: { machine_id: String(body.machine.id), token: body.secret as string },
    shown: body.machine,
  }
}

test('the configuration is one flat object, byte for byte, with the field names of both kinds of software', async () => {
  const node = await t.node({ settings: { ...emptySettings('hysteria2'), obfs: 'salamander', obfs_password: 'secret' } })
  const answer = await v2('GET', 'config', as(node))
  const v1 = (await node.pull('config')).body
  for (const name of ['base_config', 'protocol', 'cert_config']) delete v1[name]
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(
    JSON.stringify({
      protocol: 'hysteria2',
      listen_ip: '0.0.0.0',
      ...v1,
      obfs_password: 'secret',
      tls: 1,
      tls_settings: { ...v1.tls_settings, cert_mode: 'self', cert_file: '', key_file: '', reject_unknown_sni: '0' },
      base_config: { push_interval: 60, pull_interval: 60, node_report_min_traffic: 0, device_online_min_traffic: 0 },
    }),
  )
  expect(answer.headers.get('etag')).toBe(`"${createHash('sha1').update(answer.text).digest('hex')}"`)
  expect((await v2('GET', 'config', as(node), undefined, { 'if-none-match': answer.headers.get('etag')! })).status).toBe(304)
})

test('a transport’s settings are sent under both names, and objects stay objects', async () => {
  const node = await t.node({ settings: emptySettings('vmess') })
  const { body } = await v2('GET', 'config', as(node))
  expect(body).toMatchObject({ protocol: 'vmess', server_port: 8443, network: 'tcp', networkSettings: {}, network_settings: {} })
  expect(Array.isArray(body.tls_settings)).toBe(false)
})

test('a caller that is not the node gets the reason, as a failure with a message', async () => {
  const [node, other] = [await t.node(), await t.node()]
  const said = async (query: Record<string, string>) => {
    const { status, text } = await v2('GET', 'config', query)
    return [status, text]
  }
  expect(await said({ node_id: String(node.id) })).toEqual([403, '{"status":"fail","message":"token is null"}'])
  expect(await said({ ...as(node), token: other.secret })).toEqual([403, '{"status":"fail","message":"token is error"}'])
  expect(await said({ ...as(node), node_id: '999999' })).toEqual([404, '{"status":"fail","message":"server is not exist"}'])
  expect((await v2('GET', 'nothing', as(node))).status).toBe(404)
  expect((await v2('POST', 'config', as(node), {})).status).toBe(405)
  expect((await v2('GET', 'report', as(node))).status).toBe(405)
})

test('one report charges traffic and stores addresses and load; a copy of its traffic charges nothing', async () => {
  const node = await t.node()
  const id = await memberOf(node)
  const body = {
    traffic: { [id]: [5, 6], x: [1, 1] },
    alive: { [id]: ['192.0.2.1', '192.0.2.2'] },
    online: { [id]: 3 },
    status: { cpu: 3, mem: { total: 2, used: 1 }, kernel_status: { text: 'a\u0000b' } },
    metrics: { kernel: 'a\u0000b', half: '\ud800' },
  }
  const answer = await v2('POST', 'report', as(node), body)
  expect([answer.status, answer.text]).toEqual([200, '{"data":true}'])
  await v2('POST', 'report', as(node), { ...body, metrics: { uptime: 6 } })
  expect(await used(id)).toMatchObject({ up: 5, down: 6 })
  expect((await v2('GET', 'alivelist', as(node))).body).toEqual({ alive: { [id]: 2 } })
  const [report] = await t.database.db.select().from(nodeReports).where(eq(nodeReports.nodeId, node.id))
  expect(report!.load).toEqual({ cpu: 3, mem: { total: 2, used: 1 } })
  expect((await v2('POST', 'report', as(node), {})).text).toBe('{"data":true}')
  for (const bad of ['x', '[]', { traffic: [] }, { status: { cpu: 'x' } }])
    expect((await v2('POST', 'report', as(node), bad)).status).toBe(400)
})

test('the calls of v1 work here too, without a type', async () => {
  const node = await t.node()
  const id = await memberOf(node)
  expect((await v2('GET', 'user', as(node))).text).toBe(JSON.stringify((await node.pull('user')).body))
  expect((await v2('POST', 'push', as(node), { [id]: [1, 2] })).text).toBe('{"data":true}')
  expect((await v2('POST', 'alive', as(node), { [id]: ['192.0.2.9'] })).text).toBe('{"data":true}')
  expect((await v2('POST', 'status', as(node), { cpu: 1 })).text).toBe('{"data":true,"code":0,"message":"success"}')
  expect(await used(id)).toMatchObject({ up: 1, down: 2 })
})

test('a handshake says where to connect', async () => {
  const node = await t.node()
  const said = { websocket: { enabled: true, ws_url: `${t.base.replace('http', 'ws')}/api/v2/server/ws` } }
  expect((await v2('GET', 'handshake', as(node))).body).toEqual(said)
  expect((await v2('POST', 'handshake', as(node))).body).toEqual(said)
})

test('a machine uses one secret for its own nodes, and for no other', async () => {
  const [one, two, foreign] = [await t.node({ name: 'One' }), await t.node({ name: 'Two' }), await t.node()]
  const { id, proof } = await machine([one, two])
  const listed = await v2('POST', 'machine/nodes', proof)
  expect(listed.body).toEqual({
    nodes: [
      { id: one.id, type: 'trojan', name: 'One' },
      { id: two.id, type: 'trojan', name: 'Two' },
    ],
    base_config: { push_interval: 60, pull_interval: 60 },
  })
  for (const node of [one, two]) expect((await v2('GET', 'config', { ...proof, node_id: String(node.id) })).status).toBe(200)
  expect((await v2('GET', 'config', { ...proof, node_id: String(foreign.id) })).status).toBe(404)
  expect((await v2('GET', 'config', { ...proof, token: foreign.secret, node_id: String(one.id) })).status).toBe(403)
  expect((await v2('GET', 'config', { machine_id: '999999', token: one.secret, node_id: String(one.id) })).status).toBe(404)
  // The node's own secret still works, and v3 accepts a machine's too.
  expect((await one.pull('config')).status).toBe(200)
  const member = await memberOf(two)
  const exact = await fetch(`${t.base}/api/v1/server/v3/report?${new URLSearchParams({ ...proof, node_id: String(two.id) })}`, {
    method: 'POST',
    body: JSON.stringify({ boot_id: 'b', sequence: 1, counters: { [member]: [3, 4] } }),
  })
  expect(exact.status).toBe(200)
  expect(await used(member)).toMatchObject({ up: 3, down: 4 })

  const load = { cpu: 5, mem: { total: 4, used: 1 }, net: { in_speed: 1, out_speed: 2 } }
  expect((await v2('POST', 'machine/status', proof, load)).text).toBe('{"data":true,"code":0,"message":"success"}')
  expect((await v2('POST', 'machine/status', proof, { cpu: 'x' })).status).toBe(400)
  expect((await admin.call('GET', '/admin/machines')).body.items.find((item: { id: number }) => item.id === id)).toMatchObject({ load })
  expect((await admin.call('GET', `/admin/machines/${id}/loads`)).body).toMatchObject({ items: [{ load }], total: 1 })
})

test('a machine that is disabled, rotated or deleted loses access; its nodes stay', async () => {
  const node = await t.node()
  const { id, proof, shown } = await machine([node])
  expect(shown).toMatchObject({ name: 'Rack 1', node_ids: [node.id], is_active: true, last_seen_at: null, load: null })
  const opens = async (token = proof.token) => (await v2('GET', 'config', { ...proof, token, node_id: String(node.id) })).status
  await admin.call('PATCH', `/admin/machines/${id}`, { is_active: false })
  expect(await opens()).toBe(404)
  await admin.call('PATCH', `/admin/machines/${id}`, { is_active: true })
  const { secret } = (await admin.call('POST', `/admin/machines/${id}/secret`)).body
  expect([await opens(), await opens(secret)]).toEqual([403, 200])
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { node_ids: [999_999] })).status).toBe(422)
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { node_ids: [] })).body.node_ids).toEqual([])
  expect(await opens(secret)).toBe(404)
  expect((await admin.call('DELETE', `/admin/machines/${id}`)).status).toBe(200)
  expect((await admin.call('DELETE', `/admin/machines/${id}`)).status).toBe(404)
  expect((await node.pull('config')).status).toBe(200)
  const rows = await audited(t, 'machine', id)
  expect(rows.map(({ action, before, after }) => ({ action, before, after })).slice(1, -1)).toEqual([
    { action: 'machine.update', before: { isActive: true }, after: { isActive: false } },
    { action: 'machine.update', before: { isActive: false }, after: { isActive: true } },
    { action: 'machine.rotate_secret', before: { secret: '***' }, after: { secret: '*** (new)' } },
    { action: 'machine.update', before: { nodeIds: [node.id] }, after: { nodeIds: [] } },
  ])
  expect(rows[0]).toMatchObject({ action: 'machine.create', before: null, after: { name: 'Rack 1', nodeIds: [node.id] } })
  expect(rows.at(-1)).toMatchObject({ action: 'machine.delete', before: { name: 'Rack 1' }, after: null })
  expect(new Set(rows.map(({ actorKind, actorId }) => `${actorKind} ${actorId}`))).toEqual(new Set([`staff ${admin.id}`]))
})

test('only operators manage machines', async () => {
  const member = await t.member()
  for (const [method, path] of [
    ['GET', '/admin/machines'],
    ['POST', '/admin/machines'],
    ['PATCH', '/admin/machines/1'],
    ['DELETE', '/admin/machines/1'],
    ['POST', '/admin/machines/1/secret'],
    ['GET', '/admin/machines/1/loads'],
  ] as const) {
    expect((await t.call(method, path)).status, path).toBe(403)
    expect((await member.call(method, path)).status, path).toBe(404)
  }
  expect((await admin.call('PATCH', '/admin/machines/999999', { name: 'x' })).status).toBe(404)
})
