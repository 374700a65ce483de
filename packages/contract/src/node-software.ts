import * as z from 'zod/mini'
import type { Protocol, ProtocolSettings } from './protocols.ts'
import type { Rule } from './rule-texts.ts'

/** Node software with a generated configuration; `any` stands for all other software. */
export const NodeSoftware = z.enum(['v2bx', 'v2node', 'xrayr', 'any'])
export type NodeSoftware = z.infer<typeof NodeSoftware>

/** Protocols that each software supports. */
const SERVED: Record<Exclude<NodeSoftware, 'any'>, readonly Protocol[]> = {
  v2node: ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria2', 'tuic', 'anytls'],
  v2bx: ['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria2', 'tuic', 'anytls', 'hysteria'],
  xrayr: ['vless', 'vmess', 'trojan', 'shadowsocks'],
}

/** Whether the software supports a node's settings. An unsupported node can stop all others on its machine. */
export function serves(software: NodeSoftware, settings: ProtocolSettings): boolean {
  if (software === 'any') return true
  if (!SERVED[software].includes(settings.protocol)) return false
  if (settings.protocol === 'trojan') {
    const { network, security } = settings
    if (software === 'xrayr') return network === 'tcp' && security === 'tls'
    return ['tcp', 'ws', 'grpc'].includes(network) && (software === 'v2node' || security !== 'reality')
  }
  if (settings.protocol === 'shadowsocks') {
    // Xray lacks `aes-192-gcm`.
    if (settings.cipher === 'aes-192-gcm' && software !== 'v2bx') return false
    return settings.obfs === '' || (software === 'xrayr' && settings.obfs === 'http')
  }
  return settings.protocol !== 'vless' || software === 'v2node' || settings.decryption === ''
}

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
