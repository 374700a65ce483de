import { expect, test } from 'vitest'
import { readInbound } from './inbound.ts'
import { publicOf } from './security.ts'
import type { Shown } from './fields.ts'

const PRIVATE = 'wHX4bZ6Vvc8WpPUJtXK5jIU3TVyGAjYd9mFsXEcFf2M'
// `xray x25519 -i` of 26.7.11.
const PUBLIC = 'R-2ZdM_I3cWkaB7bpw0bIbb73p7Uq8JgDiypKrhC9As'
const reality = { target: 'www.example.com:443', serverNames: ['www.example.com'], privateKey: PRIVATE, shortIds: ['0123abcd'] }
const read = (protocol: string, stream: object, settings: object = {}, shown: Shown = {}, flow = '') =>
  readInbound({ protocol, settings: { ...settings }, stream: { ...stream }, flow }, shown)

test('an inbound becomes the node that its members’ clients already know', () => {
  const ws = { network: 'ws', security: 'tls', wsSettings: { path: 'live?ed=2048', headers: { Host: 'cdn.example.com' } } }
  // Panels offer HTTP/2 for WebSockets too, which no client uses there.
  const tls = { serverName: 'a.example.com', alpn: ['h3', 'h2', 'http/1.1'], settings: { fingerprint: 'firefox', allowInsecure: true } }
  expect(read('vmess', { ...ws, tlsSettings: tls })).toMatchObject({
    settings: {
      network: 'ws',
      ws: { path: '/live?ed=2048', host: 'cdn.example.com' },
      tls: { server_name: 'a.example.com', allow_insecure: true, alpn: ['http/1.1'], fingerprint: 'firefox', ech: null },
    },
    differs: [],
  })
  expect(read('vless', { network: 'raw', security: 'reality', realitySettings: reality }, {}, {}, 'xtls-rprx-vision')).toMatchObject({
    settings: { network: 'tcp', flow: 'xtls-rprx-vision', reality: { dest: 'www.example.com', server_port: 443, public_key: PUBLIC } },
  })
  expect(read('trojan', { network: 'grpc', security: 'tls', grpcSettings: { serviceName: 'x' } })).toMatchObject({
    settings: { grpc: { service_name: 'x' } },
  })
  expect(read('shadowsocks', {}, { method: 'aes-256-gcm', password: 'of all' })).toMatchObject({
    settings: { cipher: 'aes-256-gcm', server_key: '' },
  })
  const xhttp = {
    path: '/x',
    mode: 'stream-up',
    xPaddingBytes: '100-1000',
    scMaxEachPostBytes: '',
    noSSEHeader: false,
    xmux: {},
    headers: {},
  }
  expect(read('vless', { network: 'xhttp', xhttpSettings: xhttp })).toMatchObject({
    settings: { xhttp: { path: '/x', host: '', mode: 'stream-up', extra: '{"xPaddingBytes":"100-1000"}' } },
  })
  const masks = { udp: [{ type: 'salamander', settings: { password: 'secret' } }] }
  expect(read('hysteria', { network: 'hysteria', security: 'tls', finalmask: masks }, { version: 2 })).toMatchObject({
    settings: { protocol: 'hysteria2', obfs: 'salamander', obfs_password: 'secret' },
  })
  const shown = { serverName: 'b.example.com', hostHeader: 'c.example.com', path: '/other', alpn: [], fingerprint: 'safari' }
  expect(read('vmess', { ...ws, tlsSettings: tls }, {}, shown)).toMatchObject({
    settings: { ws: { path: '/other', host: 'c.example.com' }, tls: { server_name: 'b.example.com', alpn: [], fingerprint: 'safari' } },
  })
})

test.each([
  ['vless', { network: 'kcp' }, {}, 'network', 'kcp'],
  ['vmess', { network: 'h2', security: 'tls' }, {}, 'network', 'h2'],
  ['vmess', { network: 'xhttp' }, {}, 'network', 'xhttp'],
  ['vless', { network: 'tcp', tcpSettings: { header: { type: 'http' } } }, {}, 'header', 'http'],
  ['vless', { network: 'grpc', grpcSettings: {} }, {}, 'service_name', ''],
  ['trojan', { network: 'ws', security: 'none' }, {}, 'security', 'none'],
  ['vless', { security: 'reality', realitySettings: { ...reality, privateKey: '' } }, {}, 'keys', 'privateKey'],
  ['vless', { security: 'reality', realitySettings: { ...reality, privateKey: 'short' } }, {}, 'keys', 'privateKey'],
  ['vless', {}, { decryption: 'mlkem768x25519plus.native.600s.x' }, 'encryption', 'mlkem768x25519plus.native.600s.x'],
  ['shadowsocks', {}, { method: '2022-blake3-chacha20-poly1305' }, 'cipher', '2022-blake3-chacha20-poly1305'],
  ['shadowsocks', {}, { method: '2022-blake3-aes-128-gcm', password: 'short' }, 'settings', 'server_key'],
  ['shadowsocks', { network: 'ws' }, { method: 'aes-128-gcm' }, 'network', 'ws'],
  ['hysteria', { finalmask: { udp: [{ type: 'sudoku' }] } }, {}, 'mask', 'sudoku'],
  ['wireguard', {}, {}, 'protocol', 'wireguard'],
  ['mtproto', {}, {}, 'protocol', 'mtproto'],
])('%s with %j and %j cannot come along, and it is said why', (protocol, stream, settings, lacks, value) => {
  expect(read(protocol, stream, settings)).toEqual({ lacks, value })
})

test('what a node here cannot have beside the rest is named', () => {
  const more = { ...reality, serverNames: ['www.example.com', 'example.org'], shortIds: ['', '0123abcd'], mldsa65Seed: 'x' }
  const given = read('vless', { security: 'reality', realitySettings: { ...more, settings: { fingerprint: 'randomized' } } })
  expect(given).toMatchObject({ settings: { reality: { server_name: 'www.example.com', short_id: '', fingerprint: 'random' } } })
  expect('differs' in given && given.differs.map(({ code }) => code)).toEqual(['reality_more', 'mldsa65', 'fingerprint'])
})

test('the public half of a key is worked out where a panel has only the private one', () => {
  expect(publicOf(PRIVATE)).toBe(PUBLIC)
})
