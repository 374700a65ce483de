import { emptySettings } from '@portico/contract/empty-settings'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { forFile, startApp, type TestApp } from '../../test/harness.ts'
import { machineOf } from '../../test/machine-of.ts'

// The calls of Xboard-Node, as internal/panel/client.go and ws.go of cedar2025/Xboard-Node make them.
const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const admin = await t.admin()

type Node = Awaited<ReturnType<TestApp['node']>>
type Proof = { token: string; node_id?: number; machine_id?: number; node_type?: string }
const load = { cpu: 1.5, mem: { total: 4, used: 1 }, swap: { total: 0, used: 0 }, disk: { total: 9, used: 3 } }

/** The proof of a GET is in its query, that of a POST beside what it reports. */
async function call(method: 'GET' | 'POST', path: string, proof: Proof, body: object = {}, headers: Record<string, string> = {}) {
  const texts = Object.entries(proof).map(([name, value]): [string, string] => [name, String(value)])
  const response = await fetch(`${t.base}${path}${method === 'GET' ? `?${new URLSearchParams(texts)}` : ''}`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    ...(method === 'POST' && { body: JSON.stringify({ ...body, ...proof }) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text.startsWith('{') ? JSON.parse(text) : text }
}
const memberOf = async (node: Node) => (await t.holder(node.groupId)).id

test('a node shakes hands, gets its configuration and members, and reports, with the proof in the body', async () => {
  const node = await t.node({ settings: emptySettings('hysteria2') })
  const id = await memberOf(node)
  for (const proof of [
    { token: node.secret, node_id: node.id },
    { token: node.secret, node_id: node.id, node_type: 'hysteria' },
  ]) {
    const hello = await call('POST', '/api/v2/server/handshake', proof)
    expect(hello.body).toEqual({ websocket: { enabled: true, ws_url: `${t.base.replace('http', 'ws')}/api/v2/server/ws` } })
    const config = await call('GET', '/api/v1/server/UniProxy/config', proof)
    expect(config.body).toMatchObject({
      protocol: 'hysteria',
      version: 2,
      server_port: 8443,
      cert_config: { cert_mode: 'self', domain: 'node.example.com', cert_file: '', key_file: '' },
    })
    const etag = config.headers.get('etag') ?? ''
    expect((await call('GET', '/api/v1/server/UniProxy/config', proof, {}, { 'if-none-match': etag })).status).toBe(304)
    expect((await call('GET', '/api/v1/server/UniProxy/user', proof)).body.users).toMatchObject([{ id }])
  }
  const proof = { token: node.secret, node_id: node.id }
  const report = { traffic: { [id]: [5, 6] }, alive: { [id]: ['192.0.2.1'] }, online: { [id]: 1 }, status: load, metrics: { uptime: 5 } }
  expect((await call('POST', '/api/v2/server/report', proof, report)).text).toBe('{"data":true}')
  expect(await t.used(id)).toEqual([5, 6])
  expect((await call('POST', '/api/v1/server/UniProxy/push', proof, { [id]: [10, 20] })).text).toBe('{"data":true}')
  expect(await t.used(id)).toEqual([15, 26])
  // Its copy is one push, though the proof beside it names a type.
  await call('POST', '/api/v1/server/UniProxy/push', { ...proof, node_type: 'hysteria' }, { [id]: [10, 20] })
  expect(await t.used(id)).toEqual([15, 26])
  expect((await call('POST', '/api/v1/server/UniProxy/alive', proof, { [id]: ['192.0.2.1', '192.0.2.2'] })).status).toBe(200)
  expect((await call('POST', '/api/v1/server/UniProxy/status', proof, load)).status).toBe(200)
})

test('a machine finds its nodes, and its socket tells it at once whom to remove', async () => {
  const ws = { path: '/live?ed=2048', host: '' }
  const node = await t.node({ settings: { ...emptySettings('vmess'), network: 'ws', ws } })
  const [stays, goes] = [await memberOf(node), await memberOf(node)]
  const machine = await machineOf(admin, [node])
  const proof = { token: machine.proof.token, machine_id: machine.id }
  expect((await call('POST', '/api/v2/server/machine/nodes', proof)).body.nodes).toMatchObject([{ id: node.id, type: 'vmess' }])
  expect((await call('POST', '/api/v2/server/machine/status', proof, { ...load, net: { in_speed: 1.5, out_speed: 2 } })).status).toBe(200)
  const { ws_url: address } = (await call('POST', '/api/v2/server/handshake', proof)).body.websocket
  const own = { ...proof, node_id: node.id }
  const config = (await call('GET', '/api/v2/server/config', own)).body
  expect(config).toMatchObject({
    protocol: 'vmess',
    tls: 1,
    // Its sing-box takes the path as it is.
    networkSettings: { path: '/live', max_early_data: 2048, early_data_header_name: 'Sec-WebSocket-Protocol' },
    cert_config: { cert_mode: 'self' },
  })
  expect((await call('GET', '/api/v2/server/user', own)).body.users.map((user: { id: number }) => user.id)).toEqual([stays, goes])
  expect((await call('POST', '/api/v2/server/report', own, { traffic: { [goes]: [1, 2] }, status: load })).status).toBe(200)
  expect(await t.used(goes)).toEqual([1, 2])

  const socket = new WebSocket(`${address}?${new URLSearchParams({ token: proof.token, machine_id: String(proof.machine_id) })}`)
  // oxlint-disable-next-line typescript/no-explicit-any -- frames are read by the assertions
  const frames: any[] = []
  socket.on('message', (bytes: Buffer) => frames.push(JSON.parse(bytes.toString())))
  try {
    await expect.poll(() => frames.map(({ event }) => event)).toEqual(['auth.success', 'sync.config', 'sync.users'])
    const { base_config: _, ...pushed } = config
    expect(frames[1].data).toEqual({ node_id: node.id, config: pushed })
    socket.send(JSON.stringify({ event: 'report.devices', data: { node_id: node.id, devices: { [stays]: ['192.0.2.7'] } } }))
    await t.ban(goes)
    await expect
      .poll(() => frames.find(({ event }) => event === 'sync.user.delta')?.data)
      .toMatchObject({ node_id: node.id, action: 'remove', users: [{ id: goes }] })
    socket.send(JSON.stringify({ event: 'request.devices', data: { node_id: node.id } }))
    await expect.poll(() => frames.findLast(({ event }) => event === 'sync.devices')?.data.users).toEqual({ [stays]: ['192.0.2.7'] })
  } finally {
    socket.terminate()
  }
})

test('a stranger’s long body is not read, and a proof in the header goes before one in the body; a wrong secret in the body counts as one, and a right one from the same network still works', async () => {
  const node = await t.node()
  const long = await call('POST', '/api/v2/server/report', { token: 'wrong', node_id: node.id }, { metrics: 'x'.repeat(2 * 2 ** 20) })
  expect(long.status).toBe(413)
  const bearer = { authorization: `Bearer ${node.secret}` }
  const mixed = await fetch(`${t.base}/api/v2/server/handshake?node_id=${node.id}`, {
    method: 'POST',
    headers: bearer,
    body: '{"token":"wrong"}',
  })
  expect(mixed.status).toBe(200)
  const from = { 'x-forwarded-for': '192.0.2.9' }
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) {
    statuses.push((await call('POST', '/api/v2/server/handshake', { token: 'wrong', node_id: node.id }, {}, from)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 403), 429])
  expect((await call('POST', '/api/v2/server/handshake', { token: node.secret, node_id: node.id }, {}, from)).status).toBe(200)
})
