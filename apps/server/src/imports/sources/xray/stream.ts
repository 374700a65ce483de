import { isObject } from '@portico/contract/plain-object'
import type { Tls } from '@portico/contract/protocol-blocks'
import { isXhttpExtra } from '@portico/contract/xhttp-extra'
import { type Fields, field, Lacking, listOf, textOf, type Shown } from './fields.ts'
import { realityOf, tlsOf } from './security.ts'

/** The transport of an inbound as nodes here have it. */
export type Stream = {
  network: 'tcp' | 'ws' | 'grpc' | 'httpupgrade' | 'xhttp'
  security: 'none' | 'tls' | 'reality'
  tls: Tls | null
  reality: ReturnType<typeof realityOf> | null
  ws: { path: string; host: string } | null
  grpc: { service_name: string } | null
  httpupgrade: { path: string; host: string } | null
  xhttp: { path: string; host: string; mode: 'auto' | 'packet-up' | 'stream-up' | 'stream-one'; extra: string } | null
}

const NETWORKS = new Map<string, Stream['network']>([
  ['', 'tcp'],
  ['tcp', 'tcp'],
  ['raw', 'tcp'],
  ['ws', 'ws'],
  ['websocket', 'ws'],
  ['grpc', 'grpc'],
  ['gun', 'grpc'],
  ['httpupgrade', 'httpupgrade'],
  ['xhttp', 'xhttp'],
  ['splithttp', 'xhttp'],
])

/** Reads `streamSettings` of Xray. Throws `Lacking` for what no node here can have. */
export function streamOf(stream: Fields, shown: Shown, note: (code: string, value: string) => void): Stream {
  const given = textOf(stream['network']).toLowerCase()
  const network = NETWORKS.get(given)
  if (network === undefined) throw new Lacking('network', given)
  const blocks = { ws: null, grpc: null, httpupgrade: null, xhttp: null, ...transport(network, stream, shown) }
  const security = textOf(stream['security']) || 'none'
  if (security !== 'none' && security !== 'tls' && security !== 'reality') throw new Lacking('security', security)
  return {
    network,
    security,
    tls: security === 'tls' ? tlsOf(field(stream, 'tlsSettings'), network, shown, note) : null,
    reality: security === 'reality' ? realityOf(field(stream, 'realitySettings'), shown, note) : null,
    ...blocks,
  }
}

function transport(network: Stream['network'], stream: Fields, shown: Shown): Partial<Stream> {
  if (network === 'tcp') {
    const header = textOf(field(field(stream, 'tcpSettings', 'rawSettings'), 'header')['type']) || 'none'
    if (header !== 'none') throw new Lacking('header', header)
    return {}
  }
  if (network === 'grpc') {
    const name = textOf(field(stream, 'grpcSettings')['serviceName'])
    if (name === '' || name.startsWith('/')) throw new Lacking('service_name', name)
    return { grpc: { service_name: name } }
  }
  if (network === 'xhttp') return { xhttp: xhttpOf(field(stream, 'xhttpSettings', 'splithttpSettings'), shown) }
  return { [network]: pathAndHost(field(stream, `${network}Settings`), shown) }
}

function pathAndHost(settings: Fields, { path, hostHeader }: Shown): { path: string; host: string } {
  const given = path || textOf(settings['path']) || '/'
  return { path: given.startsWith('/') ? given : `/${given}`, host: hostHeader || hostOf(settings) }
}

function hostOf(settings: Fields): string {
  const headers = Object.entries(field(settings, 'headers')).find(([name]) => name.toLowerCase() === 'host')?.[1]
  return textOf(settings['host']) || textOf(Array.isArray(headers) ? headers[0] : headers)
}

const MODES = ['auto', 'packet-up', 'stream-up', 'stream-one'] as const
/** What the transport itself says elsewhere, and what panels keep beside it for themselves. */
const ELSEWHERE = new Set(['path', 'host', 'mode', 'extra', 'enableXmux'])

/** Panels keep what Xray reads from `extra` beside `path`, with every default written out as an empty value. */
function xhttpOf(settings: Fields, shown: Shown): NonNullable<Stream['xhttp']> {
  const given = textOf(settings['mode']) || 'auto'
  const mode = MODES.find((one) => one === given)
  if (mode === undefined) throw new Lacking('xhttp_mode', given)
  const beside = Object.entries(settings).filter(([name, value]) => !ELSEWHERE.has(name) && !isEmpty(value))
  const extra = { ...Object.fromEntries(beside), ...field(settings, 'extra') }
  const text = Object.keys(extra).length > 0 ? JSON.stringify(extra) : ''
  if (!isXhttpExtra(text, mode) || text.length > 4000) throw new Lacking('xhttp_extra', text)
  return { ...pathAndHost(settings, shown), mode, extra: text }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false || value === 0) return true
  return listOf(value)?.length === 0 || (isObject(value) && Object.keys(value).length === 0)
}
