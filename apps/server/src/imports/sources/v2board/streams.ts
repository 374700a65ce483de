import { createHash } from 'node:crypto'
import type { ProtocolSettings } from '@portico/contract/protocols'
import { asObject, asText } from '../row.ts'

type Json = Record<string, unknown>

/** What V2board and Xboard say of a node's transport, in the form of Xray's configuration. */
export type Stream = { network: string; settings: Json }
export type Read = { settings: ProtocolSettings } | { why: string }

const first = (value: unknown): string => (Array.isArray(value) ? asText(value[0]) : asText(value))

/** The blocks of all transports, with the one that is used; null: Portico does not have it. */
export function transport({ network, settings }: Stream) {
  const name = network === '' ? 'tcp' : network
  const host = first(asObject(settings['headers'])['Host']) || first(settings['host'])
  const path = asText(settings['path']) || '/'
  const none = { ws: null, grpc: null, httpupgrade: null, xhttp: null }
  switch (name) {
    case 'tcp': {
      const header = asText(asObject(settings['header'])['type'])
      return header === '' || header === 'none' ? { network: 'tcp' as const, ...none } : null
    }
    case 'ws':
      return { ...none, network: 'ws' as const, ws: { path, host } }
    case 'grpc':
      return { ...none, network: 'grpc' as const, grpc: { service_name: asText(settings['serviceName']) } }
    case 'httpupgrade':
      return { ...none, network: 'httpupgrade' as const, httpupgrade: { path, host } }
    case 'xhttp':
    case 'splithttp':
      return {
        ...none,
        network: 'xhttp' as const,
        xhttp: { path, host, mode: xhttpMode(settings['mode']), extra: extraOf(settings['extra']) },
      }
    default:
      return null
  }
}

function xhttpMode(mode: unknown): 'auto' | 'packet-up' | 'stream-up' | 'stream-one' {
  return mode === 'packet-up' || mode === 'stream-up' || mode === 'stream-one' ? mode : 'auto'
}

function extraOf(extra: unknown): string {
  if (typeof extra === 'string') return extra
  return typeof extra === 'object' && extra !== null ? JSON.stringify(extra) : ''
}

const FINGERPRINTS = ['chrome', 'firefox', 'safari', 'ios', 'android', 'edge', '360', 'qq', 'random'] as const
export function fingerprint(given: unknown): (typeof FINGERPRINTS)[number] | '' {
  return FINGERPRINTS.find((name) => name === given) ?? (given === 'randomized' ? 'random' : '')
}

/** TLS as it is written in the settings of several protocols. */
export function tlsOf(settings: Json) {
  return {
    server_name: asText(settings['server_name'] ?? settings['serverName']),
    allow_insecure: isOn(settings['allow_insecure'] ?? settings['allowInsecure']),
    alpn: [],
    fingerprint: fingerprint(settings['fingerprint']),
    ech: null,
  }
}

export function realityOf(settings: Json) {
  return {
    server_name: asText(settings['server_name']),
    server_port: Number(asText(settings['server_port']) || '443'),
    dest: asText(settings['dest']),
    public_key: asText(settings['public_key']),
    private_key: asText(settings['private_key']),
    short_id: asText(settings['short_id']),
    // Both panels write this into links of such nodes where nothing is set.
    fingerprint: fingerprint(settings['fingerprint']) || ('chrome' as const),
  }
}

export function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

/** Both panels make the server's key of the second at which the node was created. */
export function serverKey(cipher: string, createdAt: string): string {
  const bytes = cipher === '2022-blake3-aes-128-gcm' ? 16 : cipher === '2022-blake3-aes-256-gcm' ? 32 : 0
  return bytes === 0 ? '' : Buffer.from(createHash('md5').update(createdAt).digest('hex').slice(0, bytes)).toString('base64')
}

export function noTransport(network: string): Read {
  return { why: `transport ${network}` }
}
