import * as z from 'zod/mini'
import type { NodePart } from './node-parts.ts'
import { hasOthers, type Reality } from './protocol-blocks.ts'
import type { Protocol, ProtocolSettings, TrojanSettings } from './protocols.ts'
import type { Rule } from './rule-texts.ts'

/** Node software with a generated configuration; `any` stands for all other software. */
export const NodeSoftware = z.enum(['v2bx', 'v2node', 'xrayr', 'any'])
export type NodeSoftware = z.infer<typeof NodeSoftware>

/** The programs whose limits are known; `xray` is plain Xray, run by `docs/guide/xray-node.ts`. */
export type NodeProgram = Exclude<NodeSoftware, 'any'> | 'xray'

const STREAMS = ['vless', 'vmess', 'trojan', 'shadowsocks'] as const
/** Protocols that each program serves, in its newest version. */
const SERVED: Record<NodeProgram, readonly Protocol[]> = {
  v2node: [...STREAMS, 'hysteria2', 'tuic', 'anytls'],
  v2bx: [...STREAMS, 'hysteria2', 'tuic', 'anytls', 'hysteria'],
  xrayr: STREAMS,
  xray: [...STREAMS, 'hysteria2'],
}
/** Protocols that came later, with the last version that lacks them. With a node of it, that version stops all nodes of its machine. */
const LACKED_UNTIL: Partial<Record<NodeProgram, Partial<Record<Protocol, string>>>> = {
  v2node: { tuic: '0.0.1', anytls: '0.0.5' },
  v2bx: { tuic: '0.1.5', anytls: '0.1.5' },
}

/** Whether the software supports a node's settings. An unsupported node can stop all others on its machine. `version` '': the newest. */
export function serves(software: NodeSoftware, settings: ProtocolSettings, version = ''): boolean {
  return software === 'any' || lackFor(software, settings, version) === null
}

/** The part of a node's settings that a program lacks; null: it serves the node. */
export function lackFor(program: NodeProgram, settings: ProtocolSettings, version = ''): NodePart | null {
  const { protocol } = settings
  const until = LACKED_UNTIL[program]?.[protocol]
  if (!SERVED[program].includes(protocol) || (until !== undefined && version !== '' && !isLater(version, until))) return protocol
  // Only plain Xray gets the key.
  if ('tls' in settings && settings.tls && 'ech' in settings.tls && settings.tls.ech && showsOwn(settings))
    if (program !== 'xray' || settings.tls.ech.key === '') return 'ech'
  const lacked = 'reality' in settings && settings.security === 'reality' ? realityLack(program, settings.reality, version) : null
  if (lacked !== null) return lacked
  // The others take its name for an unknown one and stop.
  if (protocol === 'hysteria2' && settings.obfs === 'gecko' && program !== 'xray') return 'gecko'
  if (protocol === 'trojan') return trojanLack(program, settings)
  if (protocol === 'shadowsocks') {
    // Xray lacks `aes-192-gcm`.
    if (settings.cipher === 'aes-192-gcm' && program !== 'v2bx') return 'ss-aes-192'
    if (settings.obfs === 'websocket') return 'ss-websocket'
    return settings.obfs === '' || (program === 'xrayr' && settings.obfs === 'http') ? null : 'ss-obfs'
  }
  const isEncrypted = protocol === 'vless' && settings.decryption !== ''
  return isEncrypted && (program === 'v2bx' || program === 'xrayr') ? 'vless-encryption' : null
}

function trojanLack(program: NodeProgram, { network, security }: TrojanSettings): NodePart | null {
  if (network !== 'tcp' && program === 'xrayr') return `trojan-${network}`
  return security === 'reality' && (program === 'v2bx' || program === 'xrayr') ? 'trojan-reality' : null
}

function realityLack(program: NodeProgram, reality: Reality | null, version: string): NodePart | null {
  if (reality === null) return null
  // v2node takes any client, and V2bX has no options for either.
  if (reality.min_client_ver && (program === 'v2node' || program === 'v2bx')) return 'reality-xray'
  // Clients would look for a signature that is not there.
  if (reality.mldsa65_seed && (program === 'v2bx' || program === 'xrayr')) return 'reality-mldsa65'
  const knowsOthers = program === 'v2node' ? version === '' || isLater(version, '0.3.4') : program !== 'v2bx'
  return hasOthers(reality) && !knowsOthers ? 'reality-others' : null
}

const showsOwn = (settings: ProtocolSettings): boolean => !('security' in settings) || settings.security === 'tls'

/** Where each program comes from, and the version that our configurations are written for. */
export const PROGRAM_SOURCES = {
  v2node: { name: 'v2node', version: '0.4.4', url: 'https://github.com/wyx2685/v2node' },
  v2bx: { name: 'V2bX', version: '0.1.5', url: 'https://github.com/wyx2685/V2bX' },
  xrayr: { name: 'XrayR', version: '0.9.4', url: 'https://github.com/XrayR-project/XrayR' },
} as const

/** Compares versions such as 0.4.4, number by number. */
export function isLater(version: string, than: string): boolean {
  const [ours, theirs] = [version, than].map((text) => (text.match(/\d+/g) ?? []).map(Number))
  const at = (ours ?? []).findIndex((number, index) => number !== (theirs?.[index] ?? 0))
  return at >= 0 && (ours?.[at] ?? 0) > (theirs?.[at] ?? 0)
}

/** A version such as 0.4.4; '' stands for the newest. */
export const SoftwareVersion = z.string().check(z.trim(), z.regex(/^(?:v?\d{1,6}(?:\.\d{1,6}){0,3})?$/))

/** Rules about certificates: keys of `ruleTexts`. */
export const CERTIFICATE_RULES = {
  file: 'certificate.file',
  provider: 'certificate.provider',
  env: 'certificate.env',
} as const satisfies Record<string, Rule>

const FilePath = z.string().check(z.maxLength(255), z.regex(/^(?:\/[\w.@+-]+)*$/, CERTIFICATE_RULES.file))

/**
 * Where a machine's nodes get certificates. `self`: self-signed. `file`: two files; empty paths mean the software's own places, one pair
 * per node. `http`, `dns`: from an authority.
 */
export const StoredCertificate = z.object({
  mode: z.enum(['self', 'file', 'http', 'dns']),
  cert_file: FilePath,
  key_file: FilePath,
  /** DNS provider by its name in the lego library. */
  provider: z.string().check(z.regex(/^[a-z0-9-]{0,40}$/, CERTIFICATE_RULES.provider)),
  /** Variables of the DNS provider, one `NAME=value` per line. Values have no comma, because v2node splits at commas. */
  dns_env: z.string().check(z.maxLength(4000), z.regex(/^(?:[A-Za-z_]\w*=[^\s,]+(?:\n|$))*$/, CERTIFICATE_RULES.env)),
  reject_unknown_sni: z.boolean(),
})

/** A complete certificate setting. `StoredCertificate` may lack `dns_env`, because staff without permission are not shown it. */
export const Certificate = StoredCertificate.check(
  z.superRefine((certificate, context) => {
    const { mode, cert_file, key_file, provider, dns_env } = certificate
    const missing = (path: string, message: Rule): void => context.addIssue({ code: 'custom', path: [path], message })
    const needsFiles = mode === 'file' || cert_file !== '' || key_file !== ''
    if (needsFiles && cert_file === '') missing('cert_file', CERTIFICATE_RULES.file)
    if (needsFiles && key_file === '') missing('key_file', CERTIFICATE_RULES.file)
    if (mode === 'dns' && provider === '') missing('provider', CERTIFICATE_RULES.provider)
    if (mode === 'dns' && dns_env === '') missing('dns_env', CERTIFICATE_RULES.env)
  }),
)
export type Certificate = z.infer<typeof Certificate>

/** Certificate setting of nodes without a machine: self-signed, but existing files at the software's own places are used. */
export const OWN_CERTIFICATE: Certificate = {
  mode: 'self',
  cert_file: '',
  key_file: '',
  provider: '',
  dns_env: '',
  reject_unknown_sni: false,
}

/** Parses `dns_env` into its variables. */
export function dnsVariables({ dns_env }: Pick<Certificate, 'dns_env'>): [name: string, value: string][] {
  const lines = dns_env.split('\n').filter((line) => line !== '')
  return lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
}

/** Whether the node presents a certificate of its own; Reality presents another site's. */
export function needsCertificate(settings: ProtocolSettings): boolean {
  if (settings.protocol === 'hysteria2' || settings.protocol === 'tuic' || settings.protocol === 'anytls') return true
  if (settings.protocol === 'hysteria' || settings.protocol === 'naive') return true
  return 'security' in settings && settings.security === 'tls'
}

/** Server name on the node's certificate. */
export function certificateName(settings: ProtocolSettings, host: string): string {
  return ('tls' in settings && settings.tls?.server_name) || host
}
