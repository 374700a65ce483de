import * as z from 'zod/mini'
import { isBase64, isEchConfig } from './ech-config.ts'
import type { Rule } from './rule-texts.ts'
import { isXhttpExtra } from './xhttp-extra.ts'
import { typedHost } from './typed-code.ts'

/** What Xray 26.7.11 and later ask for by themselves. mihomo and sing-box say that they are Xray 1.8. */
export const MIN_CLIENT_VERS = ['', '26.3.27'] as const
/** TLS fingerprints of browsers that a client can imitate; '' uses the client's own. */
export const FINGERPRINTS = ['', 'chrome', 'firefox', 'safari', 'ios', 'android', 'edge', '360', 'qq', 'random'] as const

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
  mldsa65: 'protocol.mldsa65',
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
export const Text = z
  .string()
  .check(z.maxLength(255), z.regex(/^[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\uFEFF]*$/u, PROTOCOL_RULES.text))
const AsciiHost = z.string().check(z.regex(/^[A-Za-z0-9._:-]{0,253}$/, PROTOCOL_RULES.host))
export const HostName = z.pipe(typedHost(253), AsciiHost)
const RequiredHostName = z.pipe(typedHost(253), AsciiHost.check(z.minLength(1, PROTOCOL_RULES.host)))
export const Path = Text.check(z.regex(/^\//, PROTOCOL_RULES.path))
/** A path that all cores send unchanged. With early data Xray encodes it again, so only letters that need no encoding are allowed. */
const PlainPath = Text.check(z.regex(/^\/(?!\/)(?:[^?#%]*|[\w.~!$&'()*+,;=:@/-]*\?ed=\d{1,5})$/, PROTOCOL_RULES.plainPath))
/** Value of the Host header, without a port: servers compare it with what was requested. */
const PlainHost = z.pipe(typedHost(253), z.string().check(z.regex(/^[A-Za-z0-9._-]{0,253}$/, PROTOCOL_RULES.plainHost)))
const ShortId = z.string().check(z.regex(/^(?:[0-9a-f]{2}){0,8}$/, PROTOCOL_RULES.shortId))
const X25519Key = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, PROTOCOL_RULES.key))
export const Mbps = z.int().check(z.minimum(0), z.maximum(1_000_000))

const EchConfig = z
  .string()
  .check(z.minLength(1, PROTOCOL_RULES.blockMissing), z.maxLength(4096), z.refine(isEchConfig, PROTOCOL_RULES.ech))
const Base64 = z.string().check(z.maxLength(4096), z.refine(isBase64, PROTOCOL_RULES.base64))
/** Seconds between two ports when hopping; 0: the client decides. */
export const HopInterval = z.int().check(z.minimum(0), z.maximum(86_400))

/** ECH in base64. `config`: the list for clients. `key`: for the node only; '' if the node has its own. */
const Ech = z.object({ config: EchConfig, key: Base64 })
/** TLS of a node. `server_name` '': the node's host. `alpn` []: the client decides. */
export const Tls = z.object({
  server_name: HostName,
  allow_insecure: z.boolean(),
  alpn: z.array(z.enum(['h2', 'http/1.1'])),
  fingerprint: z.enum(FINGERPRINTS),
  ech: z.nullable(Ech),
})
/** TLS of QUIC protocols. Their clients accept no fingerprint, and only TUIC accepts `alpn`. */
export const QuicTls = z.object({ server_name: HostName, allow_insecure: z.boolean() })
/**
 * Reality. `dest` and `server_port` are the borrowed site's; `private_key` and `mldsa65_seed` are for the node only and never rendered.
 * Profiles have `server_name` and `short_id`; the node takes the others too.
 */
export const Reality = z.object({
  server_name: RequiredHostName,
  server_port: z.int().check(z.minimum(1), z.maximum(65535)),
  dest: HostName,
  public_key: X25519Key,
  private_key: X25519Key,
  short_id: ShortId,
  other_server_names: z.optional(z.array(RequiredHostName).check(z.maxLength(16))),
  other_short_ids: z.optional(z.array(ShortId).check(z.maxLength(16))),
  fingerprint: z.enum(FINGERPRINTS).check(z.refine((value) => value !== '', PROTOCOL_RULES.blockMissing)),
  /** Oldest Xray that a client may say it is. Absent or '': any. */
  min_client_ver: z.optional(z.enum(MIN_CLIENT_VERS)),
  /** ML-DSA-65: a second signature, which Xray clients check. Base64url of 32 and 1952 bytes. Absent or '': none. */
  mldsa65_seed: z.optional(z.string().check(z.regex(/^(?:[\w-]{43})?$/, PROTOCOL_RULES.mldsa65))),
  mldsa65_verify: z.optional(z.string().check(z.regex(/^(?:[\w-]{2603})?$/, PROTOCOL_RULES.mldsa65))),
})
/**
 * For a node behind a CDN: the header that the CDN adds to each request. The node takes a member's address from `X-Forwarded-For` if it is
 * there, else from the connection. Absent or '': not behind one.
 */
export const CDN_HEADERS = ['', 'CF-Connecting-IP', 'X-Forwarded-For'] as const
const behind = { cdn_header: z.optional(z.enum(CDN_HEADERS)) }
export const Ws = z.object({ path: PlainPath, host: PlainHost, ...behind })
export const HttpUpgrade = z.object({ path: PlainPath, host: PlainHost, ...behind })
/** gRPC transport. Names must not begin with `/`: Xray takes such a name for a full path, which sing-box lacks. */
export const Grpc = z.object({
  ...behind,
  service_name: Text.check(z.minLength(1, PROTOCOL_RULES.blockMissing), z.regex(/^(?!\/)/, PROTOCOL_RULES.serviceName)),
})

/** Early data is for WebSockets. `extra` is a JSON object in Xray's format, or '' for none; other cores get what they know of it. */
export const Xhttp = z
  .object({
    path: PlainPath.check(z.regex(/^[^?]*$/, PROTOCOL_RULES.plainPath)),
    host: PlainHost,
    ...behind,
    mode: z.enum(['auto', 'packet-up', 'stream-up', 'stream-one']),
    extra: z.string().check(z.maxLength(4000)),
  })
  .check(z.refine(({ mode, extra }) => isXhttpExtra(extra, mode), { path: ['extra'], error: PROTOCOL_RULES.xhttpExtra }))

export type Tls = z.infer<typeof Tls>
export type Reality = z.infer<typeof Reality>

/** Whether a node takes more than what profiles have. */
export const hasOthers = (reality: Reality): boolean => serverNames(reality).length > 1 || shortIds(reality).length > 1
/** All names and all short ids that a node takes, first those of profiles. */
export const serverNames = ({ server_name, other_server_names = [] }: Reality): string[] => [
  ...new Set([server_name, ...other_server_names]),
]
export const shortIds = ({ short_id, other_short_ids = [] }: Reality): string[] => [...new Set([short_id, ...other_short_ids])]

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
  if (security === 'reality' && Boolean(stream.reality?.mldsa65_seed) !== Boolean(stream.reality?.mldsa65_verify))
    broken('reality.mldsa65_verify', PROTOCOL_RULES.mldsa65)
  if (security === 'reality' && (network === 'ws' || network === 'httpupgrade')) broken('security', PROTOCOL_RULES.realityNetwork)
  if (stream.flow && (network !== 'tcp' || security === 'none')) broken('flow', PROTOCOL_RULES.flow)
  if (stream.encryption && !stream.decryption) broken('decryption', PROTOCOL_RULES.encryptionPair)
  if (stream.decryption && !stream.encryption) broken('encryption', PROTOCOL_RULES.encryptionPair)
  const alpn = security === 'tls' ? (stream.tls?.alpn ?? []) : []
  if ((network === 'ws' || network === 'httpupgrade') && alpn.includes('h2')) broken('tls.alpn', PROTOCOL_RULES.alpnHttp1)
  if (network === 'grpc' && alpn.length > 0 && !alpn.includes('h2')) broken('tls.alpn', PROTOCOL_RULES.alpnHttp2)
  return issues
}

export const streamRules = z.superRefine<Stream>((stream, context) => {
  for (const issue of brokenRules(stream)) context.addIssue({ code: 'custom', ...issue })
})
