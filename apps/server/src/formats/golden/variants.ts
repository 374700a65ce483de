import { emptyBlocks, emptySettings } from '@portico/contract/empty-settings'
import type { Tls } from '@portico/contract/protocol-blocks'
import type { ProtocolSettings } from '@portico/contract/protocols'
import type { FeedNode, Site } from '../feed-node.ts'
import type { Credential } from '../slots.ts'

/** One settings object per way to reach a node, for golden files and real clients. */
/** Sample of Xray's `extra`: ranges in both forms, places of ids, a header, reused connections, a separate download. */
const EXTRA = JSON.stringify({
  xPaddingBytes: '100-1000',
  noGRPCHeader: true,
  sessionIDPlacement: 'header',
  sessionIDKey: 'X-Id',
  seqPlacement: 'query',
  seqKey: 's',
  scMaxEachPostBytes: 1_000_000,
  scMinPostsIntervalMs: '10-50',
  headers: { 'X-Trace': 'a: b' },
  xmux: { maxConcurrency: '16-32', hMaxRequestTimes: '600-900', hKeepAlivePeriod: 45 },
  downloadSettings: {
    address: 'down.example.com',
    port: 8443,
    network: 'xhttp',
    security: 'tls',
    tlsSettings: { serverName: 'down-sni.example.com', alpn: ['h2'], fingerprint: 'chrome' },
    xhttpSettings: { path: '/x', host: 'down.example.com' },
  },
  notForMihomo: [1],
})

/** The name and the short id that profiles have, and those that a node takes beside them. */
export const FIRST = { server_name: 'first.example.org', short_id: 'aa11bb22' }
export const OTHER = { server_name: 'other.example.org', short_id: 'c0ffee00' }

export const variants: Record<string, ProtocolSettings> = buildVariants()

export const member: Credential = {
  uuid: '5f2d8a1c-3b4e-4c6d-9a7f-0e1b2c3d4e5f',
  own: null,
  token: '0123456789abcdef0123456789abcdef',
  up: 2 ** 30,
  down: 3 * 2 ** 30,
  transferEnable: 100 * 2 ** 30,
  expiresAt: Date.UTC(2040, 0, 1),
}
export const site: Site = { title: 'Example Cloud', url: 'https://portico.example.com', zone: 'Asia/Shanghai' }

export function nodeOf(name: string, settings: ProtocolSettings, changes: Partial<FeedNode> = {}): FeedNode {
  return { id: 1, name, host: 'node.example.com', port: '443', rate: 100, tags: [], settings, ...changes }
}

/** Every variant as a node named after it; those that hop have a port range. */
export function allNodes(): FeedNode[] {
  return Object.entries(variants).map(([name, settings], index) =>
    nodeOf(name, settings, { id: index + 1, port: name.includes('hopping') ? '20000-30000' : '443' }),
  )
}

function buildVariants(): Record<string, ProtocolSettings> {
  const key = (text: string) => Buffer.from(text).toString('base64url')
  const blocks = emptyBlocks()
  const tls: Tls = { server_name: 'sni.example.com', allow_insecure: false, alpn: [], fingerprint: 'chrome', ech: null }
  const http1: Tls = { ...tls, alpn: ['http/1.1'] }
  const http2: Tls = { ...tls, alpn: ['h2'], fingerprint: 'firefox' }
  const insecure: Tls = { server_name: '', allow_insecure: true, alpn: [], fingerprint: '', ech: null }
  const reality = {
    ...blocks.reality,
    server_name: 'www.example.org',
    dest: 'www.example.org',
    public_key: key('a public key of thirty-two bytes'),
    private_key: key('a private key thirty-two bytes !'),
    // A careless YAML parser reads this as a number.
    short_id: '10e89794',
    fingerprint: 'safari' as const,
  }
  const ws = { path: '/live?ed=2048', host: 'cdn.example.com' }
  const grpc = { service_name: 'example.Service' }
  const httpupgrade = { path: '/up', host: 'cdn.example.com' }
  const xhttp = { path: '/x', host: 'cdn.example.com', mode: 'auto' as const, extra: '' }
  // A list of one configuration with an X25519 key, as "tls ech" of Xray or sing-box generates it.
  const echConfig = 'AEX+DQBBBwAgACABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fIAAEAAEAAQAScHVibGljLmV4YW1wbGUuY29tAAA='
  const ech: Tls = { ...tls, ech: { config: echConfig, key: Buffer.from('the node’s own').toString('base64') } }
  const vless = { ...emptySettings('vless'), flow: '' as const, tls }
  const vmess = { ...emptySettings('vmess'), tls }
  const trojan = { ...emptySettings('trojan'), tls }
  const shadowsocks = emptySettings('shadowsocks')
  const hysteria2 = emptySettings('hysteria2')
  const tuic = emptySettings('tuic')
  const anytls = emptySettings('anytls')
  return {
    'vless-tcp': { ...vless, security: 'none', tls: null },
    'vless-tcp-tls-vision': { ...vless, flow: 'xtls-rprx-vision' },
    'vless-tcp-tls-insecure': { ...vless, tls: insecure },
    'vless-tcp-reality-vision': { ...vless, security: 'reality', reality, flow: 'xtls-rprx-vision' },
    'vless-tcp-reality-others': {
      ...vless,
      security: 'reality',
      reality: {
        ...reality,
        server_name: FIRST.server_name,
        short_id: FIRST.short_id,
        other_server_names: [OTHER.server_name],
        other_short_ids: [OTHER.short_id],
      },
    },
    'vless-tcp-reality-xray': { ...vless, security: 'reality', reality: { ...reality, min_client_ver: '26.3.27' } },
    'vless-tcp-reality-mldsa65': {
      ...vless,
      security: 'reality',
      reality: {
        ...reality,
        mldsa65_seed: key('a seed that is 32 bytes long too'),
        mldsa65_verify: Buffer.alloc(1952, 5).toString('base64url'),
      },
    },
    'vless-ws-tls': { ...vless, network: 'ws', tls: http1, ws },
    'vless-grpc-tls': { ...vless, network: 'grpc', tls: http2, grpc },
    'vless-grpc-reality': { ...vless, network: 'grpc', security: 'reality', reality, grpc },
    'vless-httpupgrade-tls': { ...vless, network: 'httpupgrade', httpupgrade },
    'vless-xhttp-tls': {
      ...vless,
      network: 'xhttp',
      tls: http2,
      xhttp: { ...xhttp, mode: 'packet-up', extra: EXTRA },
    },
    'vless-xhttp-reality': { ...vless, network: 'xhttp', security: 'reality', reality, xhttp },
    'vless-tcp-encryption': {
      ...vless,
      security: 'none',
      tls: null,
      encryption: `mlkem768x25519plus.native.0rtt.${Buffer.alloc(32, 9).toString('base64url')}`,
      decryption: `mlkem768x25519plus.native.600s.${Buffer.alloc(32, 7).toString('base64url')}`,
    },
    'vless-ws-tls-ech': { ...vless, network: 'ws', tls: ech, ws },
    'vmess-tcp': { ...vmess, security: 'none', tls: null },
    'vmess-ws': { ...vmess, network: 'ws', security: 'none', tls: null, ws: { path: '/', host: '' } },
    'vmess-ws-tls': { ...vmess, network: 'ws', tls: http1, ws },
    'vmess-grpc-tls': { ...vmess, network: 'grpc', tls: http2, grpc },
    'vmess-httpupgrade-tls': { ...vmess, network: 'httpupgrade', tls: { ...tls, allow_insecure: true }, httpupgrade },
    'trojan-tcp-tls': trojan,
    'trojan-tcp-reality': { ...trojan, security: 'reality', reality },
    'trojan-ws-tls': { ...trojan, network: 'ws', ws },
    'trojan-grpc-tls': { ...trojan, network: 'grpc', grpc, tls: insecure },
    'shadowsocks-aes-128': { ...shadowsocks, cipher: 'aes-128-gcm' },
    'shadowsocks-aes-192': { ...shadowsocks, cipher: 'aes-192-gcm' },
    'shadowsocks-aes-256': shadowsocks,
    'shadowsocks-chacha20': { ...shadowsocks, cipher: 'chacha20-ietf-poly1305' },
    'shadowsocks-obfs-http': { ...shadowsocks, obfs: 'http', obfs_host: 'www.example.org', obfs_path: '/a;b' },
    'shadowsocks-obfs-tls': { ...shadowsocks, obfs: 'tls', obfs_host: 'www.example.org' },
    'shadowsocks-websocket': { ...shadowsocks, obfs: 'websocket', obfs_host: 'cdn.example.com', obfs_path: '/ws', obfs_tls: true },
    'shadowsocks-2022-128': {
      ...shadowsocks,
      cipher: '2022-blake3-aes-128-gcm',
      server_key: Buffer.alloc(16, 0xfb).toString('base64'),
    },
    'shadowsocks-2022-256': {
      ...shadowsocks,
      cipher: '2022-blake3-aes-256-gcm',
      server_key: Buffer.alloc(32, 0xfe).toString('base64'),
    },
    hysteria2: { ...hysteria2, tls: { server_name: 'sni.example.com', allow_insecure: false } },
    'hysteria2-salamander-hopping': {
      ...hysteria2,
      up_mbps: 500,
      down_mbps: 100,
      obfs: 'salamander',
      obfs_password: 'p@ss: word&#/?%',
      hop_interval: 45,
      tls: { server_name: '', allow_insecure: true },
    },
    'hysteria2-certified-hopping': {
      ...hysteria2,
      up_mbps: 500,
      down_mbps: 100,
      obfs: 'salamander',
      obfs_password: 'fish & chips',
      hop_interval: 30,
      tls: { server_name: 'sni.example.com', allow_insecure: false },
    },
    'hysteria2-gecko': {
      ...hysteria2,
      obfs: 'gecko',
      obfs_password: 'fish & chips',
      tls: { server_name: 'sni.example.com', allow_insecure: false },
    },
    tuic: { ...tuic, zero_rtt: true, tls: { server_name: 'sni.example.com', allow_insecure: true } },
    anytls: { ...anytls, padding_scheme: ['stop=2', '0=30-30', '1=100-400,c,400-500'], tls: http2 },
    'anytls-ech': { ...anytls, tls: ech },
    hysteria: { ...emptySettings('hysteria'), up_mbps: 200, down_mbps: 50, tls: { server_name: 'sni.example.com', allow_insecure: true } },
    'hysteria-obfs-hopping': { ...emptySettings('hysteria'), obfs_password: 'fish & chips', hop_interval: 30 },
    naive: { ...emptySettings('naive'), tls: { server_name: 'sni.example.com' } },
    mieru: emptySettings('mieru'),
    'mieru-udp-hopping': { ...emptySettings('mieru'), transport: 'UDP', multiplexing: 'high' },
    socks: emptySettings('socks'),
    'socks-tls': { ...emptySettings('socks'), security: 'tls', tls },
    http: emptySettings('http'),
    'http-tls': { ...emptySettings('http'), security: 'tls', tls: { ...tls, allow_insecure: true } },
  }
}
