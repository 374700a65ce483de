import { createHash } from 'node:crypto'
import { emptyBlocks, emptySettings } from '@portico/contract/empty-settings'
import type { Protocol, ProtocolSettings } from '@portico/contract/protocols'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp, type TestApp } from '../../test/harness.ts'
import { askForMachine, machineOf } from '../../test/machine-of.ts'
import { machines, nodeReports } from '../nodes/nodes.table.ts'
import { OWN_CERTIFICATE } from '@portico/contract/node-software'
import { isSealed } from '../db/secret-box.ts'
import { eraseSealed } from '../stored-secrets.ts'

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
const memberOf = async (node: Node) => (await t.holder(node.groupId, { deviceLimit: 2 })).id

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
  // A transport's settings have two names, and objects stay objects.
  const { body } = await v2('GET', 'config', as(await t.node({ settings: emptySettings('vmess') })))
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
  expect(await t.used(id)).toEqual([5, 6])
  expect((await v2('GET', 'alivelist', as(node))).body).toEqual({ alive: { [id]: 2 } })
  const [report] = await t.database.db.select().from(nodeReports).where(eq(nodeReports.nodeId, node.id))
  expect(report!.load).toEqual({ cpu: 3, mem: { total: 2, used: 1 } })
  expect((await v2('POST', 'report', as(node), {})).text).toBe('{"data":true}')
  for (const bad of ['x', '[]', { traffic: [] }, { status: { cpu: 'x' } }])
    expect((await v2('POST', 'report', as(node), bad)).status).toBe(400)
})

test('the calls of v1 work here too, without a type; a handshake says where to connect', async () => {
  const node = await t.node()
  const id = await memberOf(node)
  expect((await v2('GET', 'user', as(node))).text).toBe(JSON.stringify((await node.pull('user')).body))
  expect((await v2('POST', 'push', as(node), { [id]: [1, 2] })).text).toBe('{"data":true}')
  expect((await v2('POST', 'alive', as(node), { [id]: ['192.0.2.9'] })).text).toBe('{"data":true}')
  expect((await v2('POST', 'status', as(node), { cpu: 1 })).text).toBe('{"data":true,"code":0,"message":"success"}')
  expect(await t.used(id)).toEqual([1, 2])
  const said = { websocket: { enabled: true, ws_url: `${t.base.replace('http', 'ws')}/api/v2/server/ws` } }
  expect((await v2('GET', 'handshake', as(node))).body).toEqual(said)
  expect((await v2('POST', 'handshake', as(node))).body).toEqual(said)
})

test('a machine uses one secret for its own nodes, and for no other', async () => {
  const [one, two, foreign] = [await t.node({ name: 'One' }), await t.node({ name: 'Two' }), await t.node()]
  const { id, proof } = await machineOf(admin, [one, two])
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
  expect(await t.used(member)).toEqual([3, 4])

  const load = { cpu: 5, mem: { total: 4, used: 1 }, net: { in_speed: 1, out_speed: 2 } }
  expect((await v2('POST', 'machine/status', proof, load)).text).toBe('{"data":true,"code":0,"message":"success"}')
  expect((await v2('POST', 'machine/status', proof, { cpu: 'x' })).status).toBe(400)
  expect((await admin.call('GET', '/admin/machines')).body.items.find((item: { id: number }) => item.id === id)).toMatchObject({ load })
  expect((await admin.call('GET', `/admin/machines/${id}/loads`)).body).toMatchObject({ items: [{ load }], total: 1 })
})

test('a machine that is disabled, rotated or deleted loses access; its nodes stay', async () => {
  const node = await t.node()
  const { id, proof, machine } = await machineOf(admin, [node], { name: 'Rack 1' })
  expect(machine).toMatchObject({ name: 'Rack 1', node_ids: [node.id], is_active: true, last_seen_at: null, load: null })
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

// oxlint-disable-next-line typescript/no-explicit-any -- configurations are read by the assertions of each test
type Config = Record<string, any>
async function config(node: Node, token = node.secret) {
  const response = await fetch(
    `${t.base}/api/v2/server/config?${new URLSearchParams({ node_type: 'v2node', node_id: String(node.id), token })}`,
  )
  return { status: response.status, body: (await response.json()) as Config }
}
const nodeOf = (protocol: Protocol) => t.node({ settings: emptySettings(protocol) })
const dns = {
  mode: 'dns',
  cert_file: '/etc/ssl/node.cer',
  key_file: '/etc/ssl/node.key',
  provider: 'cloudflare',
  dns_env: 'CF_API_EMAIL=ops@example.com\nCF_DNS_API_TOKEN=abc=def',
  reject_unknown_sni: true,
}

test.each<Protocol>(['trojan', 'hysteria2', 'tuic', 'anytls'])('v2node never serves %s without a certificate', async (protocol) => {
  const { body } = await config(await nodeOf(protocol))
  expect(body).toMatchObject({
    protocol,
    tls: 1,
    tls_settings: { server_name: 'node.example.com', cert_mode: 'self', cert_file: '', key_file: '', reject_unknown_sni: '0' },
  })
  if (protocol === 'anytls') expect(body.network).toBe('tcp')
})

test('Reality, plain nodes and Shadowsocks are sent no certificate', async () => {
  const { reality, tls } = emptyBlocks()
  const keys = { public_key: 'A'.repeat(43), private_key: 'B'.repeat(43), server_name: 'www.example.org' }
  const settings: ProtocolSettings[] = [
    { ...emptySettings('vless'), security: 'reality', reality: { ...reality, ...keys } },
    { ...emptySettings('vmess'), security: 'none', tls },
    emptySettings('shadowsocks'),
  ]
  for (const one of settings) {
    const { body } = await config(await t.node({ settings: one }))
    expect(body.tls_settings?.cert_mode, one.protocol).toBeUndefined()
  }
})

test('a rack’s certificate goes to all its nodes as v2node reads it, and a change at once', async () => {
  const nodes = [await nodeOf('trojan'), await nodeOf('hysteria2')]
  const { body: made } = await askForMachine(admin, nodes, { software: 'v2node', certificate: dns })
  expect(made.machine).toMatchObject({ software: 'v2node', certificate: dns })
  for (const node of nodes)
    expect((await config(node)).body.tls_settings).toMatchObject({
      cert_mode: 'dns',
      cert_file: '/etc/ssl/node.cer',
      key_file: '/etc/ssl/node.key',
      provider: 'cloudflare',
      dns_env: 'CF_API_EMAIL=ops@example.com,CF_DNS_API_TOKEN=abc=def',
      reject_unknown_sni: '1',
    })
  const file = { ...dns, mode: 'file', dns_env: '', provider: '' }
  await admin.call('PATCH', `/admin/machines/${made.machine.id}`, { certificate: file })
  const { tls_settings } = (await config(nodes[0]!)).body
  expect(tls_settings).toMatchObject({ cert_mode: 'file', cert_file: '/etc/ssl/node.cer' })
  expect(tls_settings).not.toHaveProperty('dns_env')
  await admin.call('DELETE', `/admin/machines/${made.machine.id}`)
  expect((await config(nodes[0]!)).body.tls_settings.cert_mode).toBe('self')
})

test('a rack’s load report does not change its nodes’ configuration', async () => {
  const node = await nodeOf('trojan')
  const { body } = await askForMachine(admin, [node])
  const before = await t.database.pool.query("select value from versions where name = 'catalog'")
  const proof = new URLSearchParams({ machine_id: body.machine.id, token: body.secret })
  const sent = await fetch(`${t.base}/api/v2/server/machine/status?${proof}`, { method: 'POST', body: '{"cpu":1}' })
  expect(sent.status).toBe(200)
  expect((await t.database.pool.query("select value from versions where name = 'catalog'")).rows).toEqual(before.rows)
})

test('software without machines may use a rack’s secret for its nodes, and for no others', async () => {
  const [node, other] = [await nodeOf('trojan'), await nodeOf('trojan')]
  const { body } = await askForMachine(admin, [node])
  expect((await config(node, body.secret)).status).toBe(200)
  expect((await config(node)).status).toBe(200)
  expect((await config(other, body.secret)).status).toBe(403)
  await admin.call('PATCH', `/admin/machines/${body.machine.id}`, { is_active: false })
  expect((await config(node, body.secret)).status).toBe(403)
})

test('the DNS provider’s variables are stored encrypted, hidden from staff who only read, and erased with a lost key', async () => {
  const { body } = await askForMachine(admin, [], { certificate: dns })
  const { id } = body.machine
  const stored = async () => (await t.database.db.select().from(machines).where(eq(machines.id, id)))[0]!.certificate
  const first = await stored()
  expect(isSealed(first.dns_env)).toBe(true)
  await admin.call('PATCH', `/admin/machines/${id}`, { name: 'Rack 2', certificate: { ...dns, reject_unknown_sni: false } })
  expect(await stored()).toEqual({ ...first, reject_unknown_sni: false })

  const reader = await t.staff(['nodes.read'])
  const shown = async (caller: Member) =>
    (await caller.call('GET', '/admin/machines')).body.items.find((item: { id: number }) => item.id === id).certificate.dns_env
  expect([await shown(admin), await shown(reader)]).toEqual([dns.dns_env, ''])

  await eraseSealed(t.database)
  expect((await stored()).dns_env).toBe('')
  expect(await shown(admin)).toBe('')
})

test('a certificate that cannot work is refused, with its field', async () => {
  const refused = async (change: object) => {
    const { status, body } = await askForMachine(admin, [], { certificate: { ...OWN_CERTIFICATE, ...change } })
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await refused({ mode: 'file' })).toEqual([422, ['certificate.cert_file', 'certificate.key_file']])
  expect(await refused({ cert_file: '/etc/node.cer' })).toEqual([422, ['certificate.key_file']])
  expect(await refused({ cert_file: 'node.cer', key_file: '/etc/a b' })).toEqual([422, ['certificate.cert_file', 'certificate.key_file']])
  expect(await refused({ mode: 'dns' })).toEqual([422, ['certificate.provider', 'certificate.dns_env']])
  expect(await refused({ mode: 'dns', provider: 'cloudflare', dns_env: 'A=1,B=2' })).toEqual([422, ['certificate.dns_env']])
  expect((await askForMachine(admin, [], { certificate: { ...OWN_CERTIFICATE, mode: 'http' } })).status).toBe(200)
})

test('a node that the rack’s software does not serve is refused, from either side', async () => {
  const [naive, trojan] = [await nodeOf('naive'), await nodeOf('trojan')]
  const refused = await askForMachine(admin, [naive], { software: 'v2node' })
  expect([refused.status, refused.body.errors]).toMatchObject([422, { node_ids: [expect.stringContaining('software')] }])
  const { body } = await askForMachine(admin, [trojan], { software: 'v2node' })
  const { id } = body.machine
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { node_ids: [trojan.id, naive.id] })).status).toBe(422)
  const change = await admin.call('PATCH', `/admin/nodes/${trojan.id}`, { settings: emptySettings('mieru') })
  expect([change.status, change.body.errors]).toMatchObject([422, { settings: [expect.stringContaining('software')] }])
  const tuic = await admin.call('PATCH', `/admin/nodes/${trojan.id}`, { settings: emptySettings('tuic') })
  expect(tuic.status).toBe(200)
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { software: 'xrayr' })).status).toBe(422)
  // The newest serves TUIC; one that does not know it would stop all nodes of the machine.
  for (const [software_version, status] of [
    ['0.0.1', 422],
    ['v0.0.2', 200],
    ['new', 422],
    ['', 200],
  ] as const)
    expect([software_version, (await admin.call('PATCH', `/admin/machines/${id}`, { software_version })).status]).toEqual([
      software_version,
      status,
    ])
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { software: 'any', node_ids: [trojan.id, naive.id] })).status).toBe(200)
})
