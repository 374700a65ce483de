import { emptyBlocks, emptySettings } from '@portico/contract/empty-settings'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { needsCertificate } from '@portico/contract/node-software'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

const key = 'A'.repeat(43)
const tls = { ...emptyBlocks().tls, server_name: 'www.example.com' }
const reality = {
  ...emptyBlocks().reality,
  server_name: 'www.example.org',
  public_key: key,
  private_key: `B${key.slice(1)}`,
  short_id: '0123456789abcdef',
}
const tlsSettings = { server_name: 'www.example.com', allow_insecure: false }
const realitySettings = {
  server_name: 'www.example.org',
  dest: 'www.example.org',
  server_port: '443',
  short_id: '0123456789abcdef',
  private_key: `B${key.slice(1)}`,
  public_key: key,
  xver: '0',
}
const base = { server_port: 8443, base_config: { push_interval: 60, pull_interval: 60 } }
const serverKey = Buffer.alloc(16, 7).toString('base64')

const golden: [string, ProtocolSettings, object][] = [
  [
    'vless over TCP with Reality',
    { ...emptySettings('vless'), security: 'reality', reality },
    { ...base, network: 'tcp', networkSettings: {}, tls: 2, tls_settings: realitySettings, flow: 'xtls-rprx-vision' },
  ],
  [
    'vless over gRPC with another Reality destination',
    {
      ...emptySettings('vless'),
      flow: '',
      network: 'grpc',
      grpc: { service_name: 'svc' },
      security: 'reality',
      reality: { ...reality, dest: '192.0.2.1', server_port: 8080 },
    },
    {
      ...base,
      network: 'grpc',
      networkSettings: { serviceName: 'svc', service_name: 'svc' },
      tls: 2,
      tls_settings: { ...realitySettings, dest: '192.0.2.1', server_port: '8080' },
      flow: '',
    },
  ],
  [
    'Reality with other names and ids, a second signature, and for Xray clients alone',
    {
      ...emptySettings('vless'),
      security: 'reality',
      reality: {
        ...reality,
        other_server_names: ['b.example.org', 'www.example.org'],
        other_short_ids: ['aa'],
        min_client_ver: '26.3.27',
        mldsa65_seed: key,
        mldsa65_verify: 'B'.repeat(2603),
      },
    },
    {
      ...base,
      network: 'tcp',
      networkSettings: {},
      tls: 2,
      tls_settings: {
        ...realitySettings,
        server_names: ['www.example.org', 'b.example.org'],
        short_ids: ['0123456789abcdef', 'aa'],
        mldsa65Seed: key,
        min_client_ver: '26.3.27',
      },
      flow: 'xtls-rprx-vision',
    },
  ],
  [
    'vmess over WebSocket with TLS',
    { ...emptySettings('vmess'), network: 'ws', ws: { path: '/ws', host: 'cdn.example.com' }, tls },
    { ...base, network: 'ws', networkSettings: { path: '/ws', headers: { Host: 'cdn.example.com' } }, tls: 1, tls_settings: tlsSettings },
  ],
  [
    'vmess over WebSocket without a host or TLS',
    { ...emptySettings('vmess'), network: 'ws', ws: { path: '/', host: '' }, security: 'none', tls: null },
    { ...base, network: 'ws', networkSettings: { path: '/', headers: {} }, tls: 0, tls_settings: {} },
  ],
  [
    'vmess over HTTP upgrade',
    { ...emptySettings('vmess'), network: 'httpupgrade', httpupgrade: { path: '/up', host: 'h.example.com' }, tls },
    { ...base, network: 'httpupgrade', networkSettings: { path: '/up', host: 'h.example.com' }, tls: 1, tls_settings: tlsSettings },
  ],
  [
    'trojan, where the certificate names the host when nothing else is said',
    emptySettings('trojan'),
    {
      ...base,
      host: 'node.example.com',
      server_name: 'node.example.com',
      network: 'tcp',
      networkSettings: {},
      tls: 1,
      tls_settings: { server_name: 'node.example.com', allow_insecure: false },
    },
  ],
  [
    'trojan with Reality',
    { ...emptySettings('trojan'), security: 'reality', reality },
    {
      ...base,
      host: 'node.example.com',
      server_name: 'www.example.org',
      network: 'tcp',
      networkSettings: {},
      tls: 2,
      tls_settings: realitySettings,
    },
  ],
  [
    'classic Shadowsocks with obfuscation',
    { ...emptySettings('shadowsocks'), obfs: 'http', obfs_host: 'o.example.com', obfs_path: '/o' },
    { ...base, cipher: 'aes-256-gcm', obfs: 'http', obfs_settings: { host: 'o.example.com', path: '/o' } },
  ],
  [
    'Shadowsocks 2022',
    { ...emptySettings('shadowsocks'), cipher: '2022-blake3-aes-128-gcm', server_key: serverKey },
    { ...base, cipher: '2022-blake3-aes-128-gcm', obfs: null, obfs_settings: {}, server_key: serverKey },
  ],
  [
    'hysteria2 with obfuscation',
    { ...emptySettings('hysteria2'), up_mbps: 100, down_mbps: 200, obfs: 'salamander', obfs_password: 'fish', tls: tlsSettings },
    {
      ...base,
      version: 2,
      host: 'node.example.com',
      server_name: 'www.example.com',
      up_mbps: 100,
      down_mbps: 200,
      ignore_client_bandwidth: false,
      obfs: 'salamander',
      'obfs-password': 'fish',
      tls_settings: tlsSettings,
    },
  ],
  [
    'hysteria2 without limits',
    emptySettings('hysteria2'),
    {
      ...base,
      version: 2,
      host: 'node.example.com',
      server_name: 'node.example.com',
      up_mbps: 0,
      down_mbps: 0,
      ignore_client_bandwidth: true,
      obfs: null,
      'obfs-password': null,
      tls_settings: { server_name: 'node.example.com', allow_insecure: false },
    },
  ],
  [
    'tuic',
    { ...emptySettings('tuic'), zero_rtt: true, tls: tlsSettings },
    { ...base, server_name: 'www.example.com', congestion_control: 'bbr', zero_rtt_handshake: true, tls_settings: tlsSettings },
  ],
  [
    'anytls',
    { ...emptySettings('anytls'), padding_scheme: ['stop=8', '0=30-30'], tls },
    { ...base, server_name: 'www.example.com', padding_scheme: ['stop=8', '0=30-30'], tls_settings: tlsSettings },
  ],
  [
    'vless over XHTTP with ECH and encryption',
    {
      ...emptySettings('vless'),
      flow: '',
      network: 'xhttp',
      xhttp: { path: '/x', host: 'h.example.com', mode: 'stream-up', extra: '{"xPaddingBytes":"100-1000"}' },
      tls: { ...tls, ech: { config: 'AAAA', key: 'BBBB' } },
      encryption: 'mlkem768x25519plus.native.0rtt.client',
      decryption: 'mlkem768x25519plus.native.600s.100-111-1111.75-0-111.private',
    },
    {
      ...base,
      network: 'xhttp',
      networkSettings: { path: '/x', host: 'h.example.com', mode: 'stream-up', extra: { xPaddingBytes: '100-1000' } },
      tls: 1,
      tls_settings: { ...tlsSettings, ech: { enabled: true, config: 'AAAA', key: 'BBBB' } },
      flow: '',
      decryption: 'mlkem768x25519plus.native.600s.100-111-1111.75-0-111.private',
      encryption: 'mlkem768x25519plus',
      encryption_settings: { mode: 'native', ticket: '600s', server_padding: '100-111-1111.75-0-111', private_key: 'private' },
    },
  ],
  [
    'Shadowsocks with v2ray-plugin',
    { ...emptySettings('shadowsocks'), obfs: 'websocket', obfs_host: 'o.example.com', obfs_path: '/o', obfs_tls: true },
    {
      ...base,
      cipher: 'aes-256-gcm',
      obfs: null,
      obfs_settings: {},
      plugin: 'v2ray-plugin',
      plugin_opts: 'server;host=o.example.com;path=/o;tls',
    },
  ],
  [
    'hysteria version 1',
    { ...emptySettings('hysteria'), obfs_password: 'fish' },
    {
      ...base,
      version: 1,
      host: 'node.example.com',
      server_name: 'node.example.com',
      up_mbps: 100,
      down_mbps: 100,
      obfs: 'fish',
      tls_settings: { server_name: 'node.example.com', allow_insecure: false },
    },
  ],
  ['socks', emptySettings('socks'), { ...base, tls: 0, tls_settings: {} }],
  ['http inside TLS', { ...emptySettings('http'), security: 'tls', tls }, { ...base, tls: 1, tls_settings: tlsSettings }],
  ['naive', emptySettings('naive'), { ...base, tls: 1, tls_settings: { server_name: 'node.example.com' } }],
  ['mieru', { ...emptySettings('mieru'), transport: 'UDP' }, { ...base, transport: 'UDP' }],
]

test.each(golden)('a node gets its configuration for %s', async (_, settings, expected) => {
  const node = await t.node({ settings })
  const answer = await node.pull('config')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json')
  const vless = 'network_settings' in answer.body && { network_settings: answer.body.networkSettings }
  expect('network_settings' in answer.body).toBe(settings.protocol === 'vless')
  const { protocol, cert_config, ...body } = answer.body
  expect(body).toStrictEqual({ ...expected, ...vless })
  expect(protocol).toBe(settings.protocol === 'hysteria2' ? 'hysteria' : settings.protocol)
  expect(cert_config !== undefined).toBe(needsCertificate(settings))
})

test('node software with one name for both versions of Hysteria gets either', async () => {
  for (const protocol of ['hysteria', 'hysteria2'] as const) {
    const node = await t.node({ settings: emptySettings(protocol) })
    const answer = await fetch(`${t.base}/api/v1/server/UniProxy/config?node_type=hysteria&node_id=${node.id}&token=${node.secret}`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { version: protocol === 'hysteria' ? 1 : 2 }])
  }
})

test('the next pull of a changed node has the change, and the intervals from the site’s settings', async () => {
  const [admin, node] = await Promise.all([t.admin(), t.node()])
  const etag = (await node.pull('config')).headers.get('etag')!
  const known = { headers: { 'if-none-match': etag } }
  expect((await node.pull('config', known)).status).toBe(304)
  await admin.call('PATCH', `/admin/nodes/${node.id}`, { server_port: 9443 })
  const changed = await node.pull('config', known)
  expect([changed.status, changed.body.server_port]).toEqual([200, 9443])
  await admin.call('PATCH', '/admin/settings', { 'node.push_interval': 30, 'node.pull_interval': 90 })
  const after = await node.pull('config', { headers: { 'if-none-match': changed.headers.get('etag')! } })
  expect(after.body.base_config).toEqual({ push_interval: 30, pull_interval: 90 })
})
