import { expect, test } from 'vitest'
import { emptyBlocks, emptySettings } from './empty-settings.ts'
import { PROTOCOL_RULES } from './protocol-blocks.ts'
import { PROTOCOLS, ProtocolSettings } from './protocols.ts'

const faults = (settings: unknown) =>
  ProtocolSettings.safeParse(settings).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
const x25519 = 'A'.repeat(43)
const reality = { ...emptyBlocks().reality, server_name: 'www.example.org', public_key: x25519, private_key: x25519 }

test.each(PROTOCOLS)('a new %s node starts with valid settings', (protocol) => {
  const settings = emptySettings(protocol)
  expect(faults(settings)).toEqual([])
  expect(settings.protocol).toBe(protocol)
})

test('every field must be present: null, never absent; the chosen network and security need their settings; two new nodes share none', () => {
  const { ws: _, ...withoutWs } = emptySettings('vmess')
  expect(faults(withoutWs)).toEqual([expect.stringMatching(/^ws: /)])
  const vless = emptySettings('vless')
  expect(emptySettings('vless').tls).not.toBe(vless.tls)
  expect(faults({ ...vless, flow: '', network: 'ws' })).toEqual([`ws: ${PROTOCOL_RULES.blockMissing}`])
  expect(faults({ ...vless, flow: '', network: 'grpc' })).toEqual([`grpc: ${PROTOCOL_RULES.blockMissing}`])
  expect(faults({ ...vless, security: 'reality' })).toEqual([`reality: ${PROTOCOL_RULES.blockMissing}`])
  expect(faults({ ...vless, security: 'reality', reality })).toEqual([])
})

test('vision flow is refused without TLS and on any network but TCP; Reality is refused over WebSocket, and always for vmess', () => {
  const vless = emptySettings('vless')
  expect(faults({ ...vless, security: 'none', tls: null })).toEqual([`flow: ${PROTOCOL_RULES.flow}`])
  expect(faults({ ...vless, network: 'ws', ws: { path: '/', host: '' } })).toEqual([`flow: ${PROTOCOL_RULES.flow}`])
  const overWs = { network: 'ws', security: 'reality', reality, ws: { path: '/', host: '' } }
  expect(faults({ ...emptySettings('trojan'), ...overWs })).toEqual([`security: ${PROTOCOL_RULES.realityNetwork}`])
  expect(faults({ ...emptySettings('vmess'), security: 'reality' })).toEqual([expect.stringMatching(/^security: /)])
})

test('XHTTP takes Reality, and its further settings are a JSON object; stream-one has no second connection, and other modes do', () => {
  const overXhttp = (extra: string) =>
    faults({
      ...emptySettings('vless'),
      flow: '',
      network: 'xhttp',
      security: 'reality',
      reality,
      xhttp: { ...emptyBlocks().xhttp, extra },
    })
  expect(overXhttp('')).toEqual([])
  expect(overXhttp('{"xPaddingBytes": "100-1000"}')).toEqual([])
  const refused = [
    '{"noGRPCHeader": 1}',
    '{"NOGRPCHEADER": 1}',
    '{"xPaddingBytes": "9-1"}',
    '{"xmux": {"maxConcurrency": 1, "maxConnections": 1}}',
  ]
  const downloads = [
    '{"downloadSettings": {"network": "tcp"}}',
    '{"downloadSettings": {"network": "xhttp", "tlsSettings": {"allowInsecure": true}}}',
  ]
  for (const broken of ['{', '[]', 'null', '"text"', ...refused, ...downloads, '{"headers": {"Host": "a"}}'])
    expect(overXhttp(broken)).toEqual([`xhttp.extra: ${PROTOCOL_RULES.xhttpExtra}`])
  const extra =
    '{"downloadSettings": {"address": "down.example.com", "port": 443, "network": "xhttp", "xhttpSettings": {"path": "/"}}, "other": [1]}'
  const inMode = (mode: string) =>
    faults({ ...emptySettings('vless'), flow: '', network: 'xhttp', xhttp: { ...emptyBlocks().xhttp, mode, extra } })
  expect(inMode('stream-one')).toEqual([`xhttp.extra: ${PROTOCOL_RULES.xhttpExtra}`])
  expect(inMode('packet-up')).toEqual([])
})

test('paths, hosts and service names are those that every core reads alike', () => {
  const over = (changes: object) => faults({ ...emptySettings('vless'), flow: '', ...changes })
  const ws = (path: string, host = '') => over({ network: 'ws', ws: { path, host } })
  for (const path of ['/', '/live', '/a b', '/直播', '/live?ed=2048', '/a//b']) expect(ws(path), path).toEqual([])
  for (const path of ['live', '//a', '/a?b=c', '/a#b', '/100%', '/a%20b', '/a b?ed=2048', '/a?ed=x'])
    expect(ws(path), path).toEqual([`ws.path: ${PROTOCOL_RULES.plainPath}`])
  for (const host of ['example.com:443', '2001:db8::1']) expect(ws('/', host), host).toEqual([`ws.host: ${PROTOCOL_RULES.plainHost}`])
  const grpc = (service_name: string) => over({ network: 'grpc', grpc: { service_name } })
  for (const name of ['grpc', 'a b', 'a/b', '服务']) expect(grpc(name), name).toEqual([])
  expect(grpc('/a')).toEqual([`grpc.service_name: ${PROTOCOL_RULES.serviceName}`])
})

test('VLESS encryption has keys of the right length, after padding of the right size', () => {
  const decryption = `mlkem768x25519plus.native.600s.${x25519}`
  const client = (rest: string) => faults({ ...emptySettings('vless'), encryption: `mlkem768x25519plus.native.0rtt.${rest}`, decryption })
  const kem = (byte: number) => Buffer.alloc(1184, byte).toString('base64url')
  for (const rest of [x25519, kem(0), `100-35-35.${x25519}`, `100-111-1111.75-0-111.50-0-3333.${x25519}.${kem(0)}`])
    expect(client(rest)).toEqual([])
  const refused = [
    'x'.repeat(20),
    x25519.slice(1),
    kem(255),
    `100-34-35.${x25519}`,
    `99-35-35.${x25519}`,
    `100-35.${x25519}`,
    `${x25519}.100-35-35`,
    `100-35-70000.${x25519}`,
    '100-35-35',
  ]
  for (const rest of refused) expect(client(rest), rest.slice(0, 40)).toEqual([`encryption: ${PROTOCOL_RULES.encryption}`])
})

test('VLESS encryption comes in pairs of the right form', () => {
  const withPair = (encryption: string, decryption: string) => faults({ ...emptySettings('vless'), encryption, decryption })
  const [client, node] = [`mlkem768x25519plus.native.0rtt.${x25519}`, `mlkem768x25519plus.native.600s.100-111-1111.75-0-111.${x25519}`]
  expect(withPair(client, node)).toEqual([])
  expect(withPair(client, '')).toEqual([`decryption: ${PROTOCOL_RULES.encryptionPair}`])
  expect(withPair('', node)).toEqual([`encryption: ${PROTOCOL_RULES.encryptionPair}`])
  expect(withPair(node, client)).toEqual([`encryption: ${PROTOCOL_RULES.encryption}`, `decryption: ${PROTOCOL_RULES.encryption}`])
  expect(withPair('none', node)).toEqual([`encryption: ${PROTOCOL_RULES.encryption}`])
})

test('ECH has a list of configurations in base64, and optionally the node’s key', () => {
  const withEch = (ech: unknown) => faults({ ...emptySettings('vless'), tls: { ...emptyBlocks().tls, ech } })
  // As "tls ech" of Xray or sing-box makes it.
  const config = 'AEX+DQBBBwAgACABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIAAEAAEAAQAScHVibGljLmV4YW1wbGUuY29tAAA='
  expect(withEch({ config, key: '' })).toEqual([])
  expect(withEch({ config, key: 'YQ' })).toEqual([`tls.ech.key: ${PROTOCOL_RULES.base64}`])
  // Without its end, cut in the middle, and with another length.
  for (const broken of [config.slice(0, -1), 'AEX+DQ==', config.replace('AEX', 'AEZ')])
    expect(withEch({ config: broken, key: '' })).toEqual([`tls.ech.config: ${PROTOCOL_RULES.ech}`])
  expect(withEch({ config: '', key: '' })).toContain(`tls.ech.config: ${PROTOCOL_RULES.blockMissing}`)
  expect(withEch({ config: 'not base64!', key: '' })).toEqual([`tls.ech.config: ${PROTOCOL_RULES.ech}`])
})

test('plain proxies need TLS settings when TLS is on, and the first Hysteria needs its speeds; Reality needs real keys, an even short id and a fingerprint', () => {
  for (const protocol of ['socks', 'http'] as const) {
    expect(faults({ ...emptySettings(protocol), security: 'tls' })).toEqual([`tls: ${PROTOCOL_RULES.blockMissing}`])
    expect(faults({ ...emptySettings(protocol), security: 'tls', tls: emptyBlocks().tls })).toEqual([])
  }
  expect(faults({ ...emptySettings('hysteria'), up_mbps: 0 })).toEqual([expect.stringMatching(/^up_mbps: /)])
  const withReality = (changes: object) => ({ ...emptySettings('vless'), security: 'reality', reality: { ...reality, ...changes } })
  expect(faults(withReality({ public_key: 'short' }))).toEqual([`reality.public_key: ${PROTOCOL_RULES.key}`])
  expect(faults(withReality({ short_id: 'abc' }))).toEqual([`reality.short_id: ${PROTOCOL_RULES.shortId}`])
  expect(faults(withReality({ short_id: '0123456789abcdef' }))).toEqual([])
  expect(faults(withReality({ fingerprint: '' }))).toHaveLength(1)
  expect(faults(withReality({ other_short_ids: ['aa', 'abc'] }))).toEqual([`reality.other_short_ids.1: ${PROTOCOL_RULES.shortId}`])
  expect(faults(withReality({ mldsa65_seed: x25519 }))).toEqual([`reality.mldsa65_verify: ${PROTOCOL_RULES.mldsa65}`])
})

test('the protocols offered in TLS match the network', () => {
  const { tls } = emptyBlocks()
  const vmess = emptySettings('vmess')
  expect(faults({ ...vmess, network: 'ws', ws: { path: '/', host: '' }, tls: { ...tls, alpn: ['h2'] } })).toEqual([
    `tls.alpn: ${PROTOCOL_RULES.alpnHttp1}`,
  ])
  expect(faults({ ...vmess, network: 'grpc', grpc: { service_name: 'x' }, tls: { ...tls, alpn: ['http/1.1'] } })).toEqual([
    `tls.alpn: ${PROTOCOL_RULES.alpnHttp2}`,
  ])
  expect(faults({ ...emptySettings('anytls'), tls: { ...tls, alpn: ['h3'] } })).toHaveLength(1)
})

test('a Shadowsocks server key is exactly as long as its cipher needs', () => {
  const withKey = (cipher: string, server_key: string) => faults({ ...emptySettings('shadowsocks'), cipher, server_key })
  const key = (bytes: number) => Buffer.alloc(bytes, 0xff).toString('base64')
  const refused = [`server_key: ${PROTOCOL_RULES.serverKey}`]
  expect(withKey('2022-blake3-aes-128-gcm', key(16))).toEqual([])
  expect(withKey('2022-blake3-aes-256-gcm', key(32))).toEqual([])
  for (const bytes of [0, 15, 17, 32]) expect(withKey('2022-blake3-aes-128-gcm', key(bytes))).toEqual(refused)
  for (const bytes of [16, 31, 33]) expect(withKey('2022-blake3-aes-256-gcm', key(bytes))).toEqual(refused)
  expect(withKey('2022-blake3-aes-128-gcm', key(16).replace('==', ''))).toEqual(refused)
  expect(withKey('aes-256-gcm', key(32))).toEqual(refused)
})

test('salamander needs a password, and no text may contain a line break; an AnyTLS padding scheme is the default, or valid lines with a stop', () => {
  const hysteria2 = emptySettings('hysteria2')
  expect(faults({ ...hysteria2, obfs: 'salamander' })).toEqual([`obfs_password: ${PROTOCOL_RULES.obfsPassword}`])
  expect(faults({ ...hysteria2, obfs: 'salamander', obfs_password: 'long\nenough' })).toEqual([`obfs_password: ${PROTOCOL_RULES.text}`])
  const withLines = (padding_scheme: string[]) => faults({ ...emptySettings('anytls'), padding_scheme })
  expect(withLines(['stop=8', '0=30-30', '2=400-500,c,500-1000'])).toEqual([])
  expect(withLines(['0=30-30'])).toEqual([`padding_scheme: ${PROTOCOL_RULES.paddingStop}`])
  expect(withLines(['stop=8', '0=thirty'])).toEqual([`padding_scheme.1: ${PROTOCOL_RULES.paddingLine}`])
})
