import * as z from 'zod/mini'
import {
  Grpc,
  HopInterval,
  HostName,
  HttpUpgrade,
  Mbps,
  Path,
  PROTOCOL_RULES,
  QuicTls,
  Reality,
  streamRules,
  Text,
  Tls,
  Ws,
  Xhttp,
} from './protocol-blocks.ts'
import { isEncryption } from './vless-encryption.ts'

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

/** Obfuscations of Hysteria 2; Gecko also cuts the packets of the handshake into pieces of random sizes. */
export const HYSTERIA2_OBFS = ['', 'salamander', 'gecko'] as const

/** Hysteria 2. Speeds in Mbps as the node sees them: `up_mbps` is a member's download. 0: no limit. */
const Hysteria2Settings = z
  .object({
    protocol: z.literal('hysteria2'),
    up_mbps: Mbps,
    down_mbps: Mbps,
    obfs: z.enum(HYSTERIA2_OBFS),
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
