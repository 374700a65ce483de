import * as z from 'zod/mini'
import { isBase64, isEchConfig } from './ech-config.ts'
import type { Rule } from './rule-texts.ts'
import { isEncryption } from './vless-encryption.ts'
import { isXhttpExtra } from './xhttp-extra.ts'

/** The protocols a node can speak, in the order the console offers them. */
export const PROTOCOLS = [
  'vless',
  'vmess',
  'trojan',
  'shadowsocks',
  'hysteria2',
  'tuic',
  'anytls',
  'hysteria',
  'naive',
  'mieru',
  'socks',
  'http',
] as const
export const Protocol = z.enum(PROTOCOLS)
export type Protocol = z.infer<typeof Protocol>

/** TLS fingerprints of browsers that a client can imitate; '' uses the client's own. */
export const FINGERPRINTS = ['', 'chrome', 'firefox', 'safari', 'ios', 'android', 'edge', '360', 'qq', 'random'] as const

/** Bytes of the user and server keys, by cipher. Ciphers not listed have no such keys. */
export const SHADOWSOCKS_2022_KEY_BYTES = { '2022-blake3-aes-128-gcm': 16, '2022-blake3-aes-256-gcm': 32 } as const

export const SHADOWSOCKS_CIPHERS = [
  'aes-128-gcm',
  'aes-192-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
  '2022-blake3-aes-128-gcm',
  '2022-blake3-aes-256-gcm',
] as const

/** Rules about protocol settings: keys of `ruleTexts`. */
export const PROTOCOL_RULES = {
  text: 'protocol.text',
  host: 'protocol.host',
  path: 'protocol.path',
  plainPath: 'protocol.plain_path',
  serviceName: 'protocol.service_name',
  plainHost: 'protocol.plain_host',
  key: 'protocol.key',
  shortId: 'protocol.short_id',
  paddingLine: 'protocol.padding_line',
  paddingStop: 'protocol.padding_stop',
  blockMissing: 'protocol.block_missing',
  realityNetwork: 'protocol.reality_network',
  flow: 'protocol.flow_needs_tcp_and_tls',
  encryption: 'protocol.encryption',
  encryptionPair: 'protocol.encryption_pair',
  xhttpExtra: 'protocol.xhttp_extra',
  ech: 'protocol.ech',
  base64: 'protocol.base64',
  alpnHttp1: 'protocol.alpn_must_be_http1',
  alpnHttp2: 'protocol.alpn_must_have_h2',
  serverKey: 'protocol.server_key',
  obfsPassword: 'protocol.obfs_password',
} as const satisfies Record<string, Rule>

// Control and layout characters would break the profiles these settings are written into.
const Text = z
  .string()
  .check(z.maxLength(255), z.regex(/^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\uFEFF]*$/u, PROTOCOL_RULES.text))
const HostName = z.string().check(z.maxLength(253), z.regex(/^[A-Za-z0-9._:-]*$/, PROTOCOL_RULES.host))
const RequiredHostName = HostName.check(z.minLength(1, PROTOCOL_RULES.host))
const Path = Text.check(z.regex(/^\//, PROTOCOL_RULES.path))
/** A path that all cores send unchanged. With early data Xray encodes it again, so only letters that need no encoding are allowed. */
const PlainPath = Text.check(z.regex(/^\/(?!\/)(?:[^?#%]*|[\w.~!$&'()*+,;=:@/-]*\?ed=\d{1,5})$/, PROTOCOL_RULES.plainPath))
/** Value of the Host header, without a port: servers compare it with what was requested. */
const PlainHost = z.string().check(z.maxLength(253), z.regex(/^[A-Za-z0-9._-]*$/, PROTOCOL_RULES.plainHost))
const X25519Key = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, PROTOCOL_RULES.key))
const Mbps = z.int().check(z.minimum(0), z.maximum(1_000_000))

const EchConfig = z
  .string()
  .check(z.minLength(1, PROTOCOL_RULES.blockMissing), z.maxLength(4096), z.refine(isEchConfig, PROTOCOL_RULES.ech))
const Base64 = z.string().check(z.maxLength(4096), z.refine(isBase64, PROTOCOL_RULES.base64))
/** Seconds between two ports when hopping; 0: the client decides. */
const HopInterval = z.int().check(z.minimum(0), z.maximum(86_400))

/** ECH in base64. `config`: the list for clients. `key`: for the node only; '' if the node has its own. */
const Ech = z.object({ config: EchConfig, key: Base64 })
/** TLS of a node. `server_name` '': the node's host. `alpn` []: the client decides. */
const Tls = z.object({
  server_name: HostName,
  allow_insecure: z.boolean(),
  alpn: z.array(z.enum(['h2', 'http/1.1'])),
  fingerprint: z.enum(FINGERPRINTS),
  ech: z.nullable(Ech),
})
/** TLS of QUIC protocols. Their clients accept no fingerprint, and only TUIC accepts `alpn`. */
const QuicTls = z.object({ server_name: HostName, allow_insecure: z.boolean() })
/** Reality. `dest` and `server_port` are the borrowed site's; `private_key` is for the node only and never rendered. */
const Reality = z.object({
  server_name: RequiredHostName,
  server_port: z.int().check(z.minimum(1), z.maximum(65535)),
  dest: HostName,
  public_key: X25519Key,
  private_key: X25519Key,
  short_id: z.string().check(z.regex(/^(?:[0-9a-f]{2}){0,8}$/, PROTOCOL_RULES.shortId)),
  fingerprint: z.enum(FINGERPRINTS).check(z.refine((value) => value !== '', PROTOCOL_RULES.blockMissing)),
})
const Ws = z.object({ path: PlainPath, host: PlainHost })
const HttpUpgrade = z.object({ path: PlainPath, host: PlainHost })
/** gRPC transport. Names must not begin with `/`: Xray takes such a name for a full path, which sing-box lacks. */
const Grpc = z.object({
  service_name: Text.check(z.minLength(1, PROTOCOL_RULES.blockMissing), z.regex(/^(?!\/)/, PROTOCOL_RULES.serviceName)),
})

/** Early data is for WebSockets. `extra` is a JSON object in Xray's format, or '' for none; other cores get what they know of it. */
const Xhttp = z
  .object({
    path: PlainPath.check(z.regex(/^[^?]*$/, PROTOCOL_RULES.plainPath)),
    host: PlainHost,
    mode: z.enum(['auto', 'packet-up', 'stream-up', 'stream-one']),
    extra: z.string().check(z.maxLength(4000)),
  })
  .check(z.refine(({ mode, extra }) => isXhttpExtra(extra, mode), { path: ['extra'], error: PROTOCOL_RULES.xhttpExtra }))

export type Tls = z.infer<typeof Tls>
export type Reality = z.infer<typeof Reality>

/** Transport and security of a stream protocol. Blocks that are not selected are ignored, so they may be null or keep values. */
type Stream = {
  network: 'tcp' | 'ws' | 'grpc' | 'httpupgrade' | 'xhttp'
  security: 'none' | 'tls' | 'reality'
  tls: Tls | null
  reality?: Reality | null
  ws: z.infer<typeof Ws> | null
  grpc: z.infer<typeof Grpc> | null
  httpupgrade?: z.infer<typeof HttpUpgrade> | null
  xhttp?: z.infer<typeof Xhttp> | null
  flow?: string
  encryption?: string
  decryption?: string
}
type Issue = { path: string[]; message: string }

function brokenRules(stream: Stream): Issue[] {
  const issues: Issue[] = []
  const { network, security } = stream
  const broken = (path: string, message: string) => issues.push({ path: path.split('.'), message })
  if (network !== 'tcp' && !stream[network]) broken(network, PROTOCOL_RULES.blockMissing)
  if (security !== 'none' && !stream[security]) broken(security, PROTOCOL_RULES.blockMissing)
  if (security === 'reality' && (network === 'ws' || network === 'httpupgrade')) broken('security', PROTOCOL_RULES.realityNetwork)
  if (stream.flow && (network !== 'tcp' || security === 'none')) broken('flow', PROTOCOL_RULES.flow)
  if (stream.encryption && !stream.decryption) broken('decryption', PROTOCOL_RULES.encryptionPair)
  if (stream.decryption && !stream.encryption) broken('encryption', PROTOCOL_RULES.encryptionPair)
  const alpn = security === 'tls' ? (stream.tls?.alpn ?? []) : []
  if ((network === 'ws' || network === 'httpupgrade') && alpn.includes('h2')) broken('tls.alpn', PROTOCOL_RULES.alpnHttp1)
  if (network === 'grpc' && alpn.length > 0 && !alpn.includes('h2')) broken('tls.alpn', PROTOCOL_RULES.alpnHttp2)
  return issues
}

const streamRules = z.superRefine<Stream>((stream, context) => {
  for (const issue of brokenRules(stream)) context.addIssue({ code: 'custom', ...issue })
})

const encryptionOf = (side: 'encryption' | 'decryption') =>
  z.string().check(
    z.maxLength(8000),
    z.refine((text) => text === '' || isEncryption(text, side), PROTOCOL_RULES.encryption),
  )

/** VLESS. `encryption` is for clients, `decryption` for the node only; '' in both: none. */
const VlessSettings = z
  .object({
    protocol: z.literal('vless'),
    network: z.enum(['tcp', 'ws', 'grpc', 'httpupgrade', 'xhttp']),
    security: z.enum(['none', 'tls', 'reality']),
    flow: z.enum(['', 'xtls-rprx-vision']),
    encryption: encryptionOf('encryption'),
    decryption: encryptionOf('decryption'),
    tls: z.nullable(Tls),
    reality: z.nullable(Reality),
    ws: z.nullable(Ws),
    grpc: z.nullable(Grpc),
    httpupgrade: z.nullable(HttpUpgrade),
    xhttp: z.nullable(Xhttp),
  })
  .check(streamRules)

const VmessSettings = z
  .object({
    protocol: z.literal('vmess'),
    network: z.enum(['tcp', 'ws', 'grpc', 'httpupgrade']),
    security: z.enum(['none', 'tls']),
    tls: z.nullable(Tls),
    ws: z.nullable(Ws),
    grpc: z.nullable(Grpc),
    httpupgrade: z.nullable(HttpUpgrade),
  })
  .check(streamRules)

const TrojanSettings = z
  .object({
    protocol: z.literal('trojan'),
    network: z.enum(['tcp', 'ws', 'grpc']),
    security: z.enum(['tls', 'reality']),
    tls: z.nullable(Tls),
    reality: z.nullable(Reality),
    ws: z.nullable(Ws),
    grpc: z.nullable(Grpc),
  })
  .check(streamRules)

// Exactly 16 or 32 bytes in canonical padded base64.
const serverKeyForm = { 16: /^[A-Za-z0-9+/]{21}[AQgw]==$/, 32: /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/ } as const

const ShadowsocksSettings = z
  .object({
    protocol: z.literal('shadowsocks'),
    cipher: z.enum(SHADOWSOCKS_CIPHERS),
    server_key: z.string(),
    /** Obfuscation plug-in: `http` and `tls` are simple-obfs, `websocket` is v2ray-plugin. */
    obfs: z.enum(['', 'http', 'tls', 'websocket']),
    obfs_host: HostName,
    /** With simple-obfs, used by the node and URI-list clients only: mihomo and sing-box always request '/'. */
    obfs_path: z.union([z.literal(''), Path]),
    /** true: v2ray-plugin's WebSocket runs inside TLS. */
    obfs_tls: z.boolean(),
  })
  .check(
    z.refine(
      ({ cipher, server_key }) => {
        const bytes = shadowsocksKeyBytes(cipher)
        return bytes === null ? server_key === '' : serverKeyForm[bytes].test(server_key)
      },
      { path: ['server_key'], error: PROTOCOL_RULES.serverKey },
    ),
  )

/** Hysteria 2. Speeds in Mbps as the node sees them: `up_mbps` is a member's download. 0: no limit. */
const Hysteria2Settings = z
  .object({
    protocol: z.literal('hysteria2'),
    up_mbps: Mbps,
    down_mbps: Mbps,
    obfs: z.enum(['', 'salamander']),
    obfs_password: Text,
    hop_interval: HopInterval,
    tls: QuicTls,
  })
  .check(
    // The reference implementation rejects a shorter password.
    z.refine(({ obfs, obfs_password }) => obfs === '' || obfs_password.length >= 4, {
      path: ['obfs_password'],
      error: PROTOCOL_RULES.obfsPassword,
    }),
  )

/** Hysteria 1. Speeds in Mbps as in Hysteria 2, but clients require them. `obfs_password` '': no obfuscation. */
const HysteriaSettings = z.object({
  protocol: z.literal('hysteria'),
  up_mbps: Mbps.check(z.minimum(1)),
  down_mbps: Mbps.check(z.minimum(1)),
  obfs_password: Text,
  hop_interval: HopInterval,
  tls: QuicTls,
})

const TuicSettings = z.object({
  protocol: z.literal('tuic'),
  congestion_control: z.enum(['bbr', 'cubic', 'new_reno']),
  udp_relay_mode: z.enum(['native', 'quic']),
  zero_rtt: z.boolean(),
  alpn: z.array(z.enum(['h3', 'spdy/3.1'])).check(z.minLength(1, PROTOCOL_RULES.blockMissing)),
  tls: QuicTls,
})

const PaddingLine = z.string().check(z.regex(/^(?:stop=\d+|\d+=(?:\d+-\d+|c)(?:,(?:\d+-\d+|c))*)$/, PROTOCOL_RULES.paddingLine))

/** AnyTLS. `padding_scheme` []: the protocol's default. Its lines go to the node, which passes them to clients. */
const AnytlsSettings = z.object({
  protocol: z.literal('anytls'),
  padding_scheme: z
    .array(PaddingLine)
    .check(z.refine((lines) => lines.length === 0 || lines.some((line) => line.startsWith('stop=')), PROTOCOL_RULES.paddingStop)),
  tls: Tls,
})

// Shared by the plain proxies; the member's uuid is both user name and password.
const plainProxy = { security: z.enum(['none', 'tls']), tls: z.nullable(Tls) }
const tlsIsThere = z.refine<{ security: string; tls: object | null }>(({ security, tls }) => security === 'none' || tls !== null, {
  path: ['tls'],
  error: PROTOCOL_RULES.blockMissing,
})
const SocksSettings = z.object({ protocol: z.literal('socks'), ...plainProxy }).check(tlsIsThere)
const HttpSettings = z.object({ protocol: z.literal('http'), ...plainProxy }).check(tlsIsThere)

/** NaiveProxy. Its clients are browser network stacks, which always check the certificate. */
const NaiveSettings = z.object({ protocol: z.literal('naive'), tls: z.object({ server_name: HostName }) })

const MieruSettings = z.object({
  protocol: z.literal('mieru'),
  transport: z.enum(['TCP', 'UDP']),
  multiplexing: z.enum(['off', 'low', 'middle', 'high']),
})

/** One node's protocol and its settings, as stored, edited in the console, sent to the node and rendered for members. */
export const ProtocolSettings = z.discriminatedUnion('protocol', [
  VlessSettings,
  VmessSettings,
  TrojanSettings,
  ShadowsocksSettings,
  Hysteria2Settings,
  TuicSettings,
  AnytlsSettings,
  HysteriaSettings,
  NaiveSettings,
  MieruSettings,
  SocksSettings,
  HttpSettings,
])
export type ProtocolSettings = z.infer<typeof ProtocolSettings>
export type SettingsOf<P extends Protocol> = Extract<ProtocolSettings, { protocol: P }>
export type VlessSettings = SettingsOf<'vless'>
export type VmessSettings = SettingsOf<'vmess'>
export type TrojanSettings = SettingsOf<'trojan'>
export type ShadowsocksSettings = SettingsOf<'shadowsocks'>
export type Hysteria2Settings = SettingsOf<'hysteria2'>
export type TuicSettings = SettingsOf<'tuic'>
export type AnytlsSettings = SettingsOf<'anytls'>
export type HysteriaSettings = SettingsOf<'hysteria'>

/** Bytes of both keys of a 2022 cipher; null for classic ciphers, whose password is the member's uuid. */
export function shadowsocksKeyBytes(cipher: ShadowsocksSettings['cipher']): 16 | 32 | null {
  return cipher in SHADOWSOCKS_2022_KEY_BYTES
    ? SHADOWSOCKS_2022_KEY_BYTES[cipher as keyof typeof SHADOWSOCKS_2022_KEY_BYTES] // narrowed by the line above
    : null
}

/** Default blocks that a form fills in when a network or security is chosen. Reality is valid only once its keys are generated. */
export function emptyBlocks() {
  return {
    tls: { server_name: '', allow_insecure: false, alpn: [], fingerprint: 'chrome', ech: null } satisfies Tls,
    reality: {
      server_name: '',
      server_port: 443,
      dest: '',
      public_key: '',
      private_key: '',
      short_id: '',
      fingerprint: 'chrome',
    } satisfies Reality,
    ws: { path: '/', host: '' },
    grpc: { service_name: 'grpc' },
    httpupgrade: { path: '/', host: '' },
    xhttp: { path: '/', host: '', mode: 'auto' as const, extra: '' },
  }
}

/** Valid settings to start a new node from; a new object each time. */
export function emptySettings<P extends Protocol>(protocol: P): SettingsOf<P>
export function emptySettings(protocol: Protocol): ProtocolSettings {
  const { tls } = emptyBlocks()
  const quicTls = { server_name: '', allow_insecure: false }
  const stream = { network: 'tcp', security: 'tls', tls, ws: null, grpc: null } as const
  switch (protocol) {
    case 'vless':
      return {
        protocol,
        ...stream,
        flow: 'xtls-rprx-vision',
        encryption: '',
        decryption: '',
        reality: null,
        httpupgrade: null,
        xhttp: null,
      }
    case 'vmess':
      return { protocol, ...stream, httpupgrade: null }
    case 'trojan':
      return { protocol, ...stream, reality: null }
    case 'shadowsocks':
      return { protocol, cipher: 'aes-256-gcm', server_key: '', obfs: '', obfs_host: '', obfs_path: '', obfs_tls: false }
    case 'hysteria2':
      return { protocol, up_mbps: 0, down_mbps: 0, obfs: '', obfs_password: '', hop_interval: 0, tls: quicTls }
    case 'tuic':
      return { protocol, congestion_control: 'bbr', udp_relay_mode: 'native', zero_rtt: false, alpn: ['h3'], tls: quicTls }
    case 'anytls':
      return { protocol, padding_scheme: [], tls }
    case 'hysteria':
      return { protocol, up_mbps: 100, down_mbps: 100, obfs_password: '', hop_interval: 0, tls: quicTls }
    case 'naive':
      return { protocol, tls: { server_name: '' } }
    case 'mieru':
      return { protocol, transport: 'TCP', multiplexing: 'low' }
    case 'socks':
    case 'http':
      return { protocol, security: 'none', tls: null }
  }
}
