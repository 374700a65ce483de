import { OWN_CERTIFICATE } from '@portico/contract/node-software'
import { emptyBlocks, emptySettings, type Protocol, type ProtocolSettings } from '@portico/contract/protocols'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp, type TestApp } from '../../test/harness.ts'
import { isSealed } from '../db/secret-box.ts'
import { machines } from '../nodes/nodes.table.ts'
import { eraseSealed } from '../stored-secrets.ts'

const t = await forFile(startApp())
const admin = await t.admin()

type Node = Awaited<ReturnType<TestApp['node']>>
// oxlint-disable-next-line typescript/no-explicit-any -- configurations are read by the assertions of each test
type Config = Record<string, any>
async function config(node: Node, token = node.secret) {
  const response = await fetch(
    `${t.base}/api/v2/server/config?${new URLSearchParams({ node_type: 'v2node', node_id: String(node.id), token })}`,
  )
  return { status: response.status, body: (await response.json()) as Config }
}
const machine = (nodes: Node[], values: object = {}) =>
  admin.call('POST', '/admin/machines', { name: 'Rack', notes: '', is_active: true, node_ids: nodes.map(({ id }) => id), ...values })
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

test('a machine’s certificate goes to all its nodes as v2node reads it, and a change at once', async () => {
  const nodes = [await nodeOf('trojan'), await nodeOf('hysteria2')]
  const { body: made } = await machine(nodes, { software: 'v2node', certificate: dns })
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

test('a machine’s load report does not change its nodes’ configuration', async () => {
  const node = await nodeOf('trojan')
  const { body } = await machine([node])
  const before = await t.database.pool.query("select value from versions where name = 'catalog'")
  const proof = new URLSearchParams({ machine_id: body.machine.id, token: body.secret })
  const sent = await fetch(`${t.base}/api/v2/server/machine/status?${proof}`, { method: 'POST', body: '{"cpu":1}' })
  expect(sent.status).toBe(200)
  expect((await t.database.pool.query("select value from versions where name = 'catalog'")).rows).toEqual(before.rows)
})

test('software without machines may use a machine’s secret for its nodes, and for no others', async () => {
  const [node, other] = [await nodeOf('trojan'), await nodeOf('trojan')]
  const { body } = await machine([node])
  expect((await config(node, body.secret)).status).toBe(200)
  expect((await config(node)).status).toBe(200)
  expect((await config(other, body.secret)).status).toBe(403)
  await admin.call('PATCH', `/admin/machines/${body.machine.id}`, { is_active: false })
  expect((await config(node, body.secret)).status).toBe(403)
})

test('the DNS provider’s variables are stored encrypted, hidden from staff who only read, and erased with a lost key', async () => {
  const { body } = await machine([], { certificate: dns })
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
    const { status, body } = await machine([], { certificate: { ...OWN_CERTIFICATE, ...change } })
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await refused({ mode: 'file' })).toEqual([422, ['certificate.cert_file', 'certificate.key_file']])
  expect(await refused({ cert_file: '/etc/node.cer' })).toEqual([422, ['certificate.key_file']])
  expect(await refused({ cert_file: 'node.cer', key_file: '/etc/a b' })).toEqual([422, ['certificate.cert_file', 'certificate.key_file']])
  expect(await refused({ mode: 'dns' })).toEqual([422, ['certificate.provider', 'certificate.dns_env']])
  expect(await refused({ mode: 'dns', provider: 'cloudflare', dns_env: 'A=1,B=2' })).toEqual([422, ['certificate.dns_env']])
  expect((await machine([], { certificate: { ...OWN_CERTIFICATE, mode: 'http' } })).status).toBe(200)
})

test('a node that the machine’s software does not serve is refused, from either side', async () => {
  const [naive, trojan] = [await nodeOf('naive'), await nodeOf('trojan')]
  const refused = await machine([naive], { software: 'v2node' })
  expect([refused.status, refused.body.errors]).toMatchObject([422, { node_ids: [expect.stringContaining('software')] }])
  const { body } = await machine([trojan], { software: 'v2node' })
  const { id } = body.machine
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { node_ids: [trojan.id, naive.id] })).status).toBe(422)
  const change = await admin.call('PATCH', `/admin/nodes/${trojan.id}`, { settings: emptySettings('mieru') })
  expect([change.status, change.body.errors]).toMatchObject([422, { settings: [expect.stringContaining('software')] }])
  const tuic = await admin.call('PATCH', `/admin/nodes/${trojan.id}`, { settings: emptySettings('tuic') })
  expect(tuic.status).toBe(200)
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { software: 'xrayr' })).status).toBe(422)
  expect((await admin.call('PATCH', `/admin/machines/${id}`, { software: 'any', node_ids: [trojan.id, naive.id] })).status).toBe(200)
})
