import type { VmessSettings } from '@portico/contract/protocols'
import { type Entry, hopRanges } from './feed-node.ts'
import { obfsPlugin, shadowsocksUser } from './shadowsocks.ts'
import { type Template, uuid } from './slots.ts'
import { flowOf, type Security, securityOf, type Transport, transportOf } from './stream.ts'

/** The share link of one node, with slots for the member's credential. Addresses in version 6 are in brackets here only. */
export function nodeUri(entry: Entry, template: Template): string {
  const { settings } = entry
  const user = template.slot(uuid)
  switch (settings.protocol) {
    case 'vless':
      return link('vless', user, entry, {
        encryption: 'none',
        ...transportQuery(transportOf(settings)),
        ...securityQuery(securityOf(settings)),
        flow: flowOf(settings),
      })
    case 'trojan':
      return link('trojan', user, entry, { ...transportQuery(transportOf(settings)), ...securityQuery(securityOf(settings)) })
    case 'vmess':
      return `vmess://${template.slot(template.compileBase64(aligned(vmessJson(entry, settings, user), user)))}`
    case 'shadowsocks':
      return link('ss', shadowsocksUser(settings, template), entry, { plugin: obfsPlugin(settings) })
    case 'hysteria2':
      return link('hysteria2', user, entry, {
        sni: settings.tls.server_name,
        insecure: settings.tls.allow_insecure ? '1' : '0',
        obfs: settings.obfs,
        'obfs-password': settings.obfs && settings.obfs_password,
        mport: hopRanges(entry, '-').join(','),
      })
    case 'tuic':
      return link('tuic', `${user}:${user}`, entry, {
        sni: settings.tls.server_name,
        alpn: settings.alpn.join(','),
        congestion_control: settings.congestion_control,
        udp_relay_mode: settings.udp_relay_mode,
        allow_insecure: settings.tls.allow_insecure ? '1' : '0',
      })
    case 'anytls':
      return link('anytls', user, entry, {
        sni: settings.tls.server_name,
        insecure: settings.tls.allow_insecure ? '1' : '0',
        alpn: settings.tls.alpn.join(','),
        fp: settings.tls.fingerprint,
      })
  }
}

type Query = Record<string, string>

// These schemes are specified with a path before the query; readers of the others are not all ready for one.
const slashed = new Set(['ss', 'hysteria2', 'anytls'])
const encode = (value: string) => encodeURIComponent(value.toWellFormed())

function link(scheme: string, userInfo: string, { name, host, port }: Entry, query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${encode(value)}`]))
  const address = host.includes(':') ? `[${host}]` : host
  const start = slashed.has(scheme) ? '/?' : '?'
  return `${scheme}://${userInfo}@${address}:${port}${pairs.length > 0 ? start + pairs.join('&') : ''}#${encode(name)}`
}

function transportQuery(transport: Transport): Query {
  switch (transport.kind) {
    case 'tcp':
      return { type: 'tcp' }
    case 'http':
      return { type: transport.network, path: transport.path, host: transport.host }
    case 'grpc':
      return { type: 'grpc', serviceName: transport.serviceName, mode: 'gun' }
  }
}

function securityQuery(security: Security): Query {
  switch (security.kind) {
    case 'none':
      return { security: 'none' }
    case 'tls':
      return {
        security: 'tls',
        sni: security.server_name,
        fp: security.fingerprint,
        alpn: security.alpn.join(','),
        // Older clients read the first spelling, newer ones the second.
        ...(security.allow_insecure ? { allowInsecure: '1', insecure: '1' } : {}),
      }
    case 'reality':
      return {
        security: 'reality',
        sni: security.server_name,
        fp: security.fingerprint,
        pbk: security.public_key,
        sid: security.short_id,
      }
  }
}

/** JSON allows spaces after its first brace: with up to two of them the user's id begins on a boundary of three bytes. */
function aligned(json: string, user: string): string {
  const before = Buffer.byteLength(json.slice(0, json.indexOf(user)))
  return `{${' '.repeat((3 - (before % 3)) % 3)}${json.slice(1)}`
}

function vmessJson({ name, host, port }: Entry, settings: VmessSettings, user: string): string {
  const transport = transportOf(settings)
  const security = securityOf(settings)
  const tls = security.kind === 'tls' ? security : null
  return JSON.stringify({
    v: '2',
    ps: name,
    add: host,
    port: String(port),
    id: user,
    aid: '0',
    scy: 'auto',
    net: settings.network,
    type: transport.kind === 'grpc' ? 'gun' : 'none',
    host: transport.kind === 'http' ? transport.host : '',
    path: transport.kind === 'http' ? transport.path : transport.kind === 'grpc' ? transport.serviceName : '',
    tls: tls ? 'tls' : '',
    sni: tls?.server_name ?? '',
    alpn: tls?.alpn.join(',') ?? '',
    fp: tls?.fingerprint ?? '',
    ...(tls?.allow_insecure ? { allowInsecure: '1', insecure: '1' } : {}),
  })
}
