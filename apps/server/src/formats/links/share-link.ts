import type { SettingsOf, VmessSettings } from '@portico/contract/protocols'
import { type Entry, hopRanges } from '../feed-node.ts'
import { shadowsocksUser, ssPlugin } from '../shadowsocks.ts'
import { inJson, secretOf, type Template, userPairBase64 } from '../slots.ts'
import { flowOf, type Security, securityOf, type Transport, transportOf, VMESS_CIPHER } from '../stream.ts'

/** The share link of one node, with slots for the member's credential. Only here, IPv6 addresses are in brackets. */
export function nodeUri(entry: Entry, template: Template): string {
  const { settings } = entry
  const user = template.slot(secretOf(settings, encodeURIComponent, true))
  switch (settings.protocol) {
    case 'vless':
      return link('vless', user, entry, {
        encryption: settings.encryption || 'none',
        ...transportQuery(transportOf(settings)),
        ...securityQuery(securityOf(settings)),
        flow: flowOf(settings),
      })
    case 'trojan':
      return link('trojan', user, entry, { ...transportQuery(transportOf(settings)), ...securityQuery(securityOf(settings)) })
    case 'vmess': {
      const id = template.slot(secretOf(settings, inJson, true))
      return `vmess://${template.slot(template.compileBase64(aligned(vmessJson(entry, settings, id), id)))}`
    }
    case 'shadowsocks': {
      const plugin = ssPlugin(settings)
      return link('ss', shadowsocksUser(settings, template), entry, { plugin: plugin ? `${plugin.name};${plugin.options}` : '' })
    }
    case 'hysteria':
      return link('hysteria', '', entry, {
        protocol: 'udp',
        auth: user,
        peer: settings.tls.server_name,
        insecure: settings.tls.allow_insecure ? '1' : '0',
        upmbps: String(settings.down_mbps),
        downmbps: String(settings.up_mbps),
        ...(settings.obfs_password && { obfs: 'xplus', obfsParam: settings.obfs_password }),
        mport: hopRanges(entry, '-').join(','),
      })
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
        ech: settings.tls.ech?.config ?? '',
      })
    case 'socks':
    case 'http': {
      const name = template.slot(userPairBase64)
      if (settings.security === 'none') return link(settings.protocol, name, entry, {})
      return link(settings.protocol === 'http' ? 'https' : 'socks', name, entry, securityQuery(securityOf(settings)))
    }
    case 'naive':
      return link('naive+https', `${user}:${user}`, entry, { sni: settings.tls.server_name })
    case 'mieru':
      return mieruLink(entry, settings, user)
  }
}

type Query = Record<string, string>

// The specifications of these schemes have a path before the query; some parsers of other schemes do not expect one.
const slashed = new Set(['ss', 'hysteria', 'hysteria2', 'anytls'])
const encode = (value: string) => encodeURIComponent(value.toWellFormed())

const joined = (query: Query) =>
  Object.entries(query)
    .flatMap(([key, value]) => (value === '' ? [] : [`${key}=${encode(value)}`]))
    .join('&')
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

function link(scheme: string, userInfo: string, { name, host, port }: Entry, query: Query): string {
  const user = userInfo && `${userInfo}@`
  const pairs = joined(query)
  const start = slashed.has(scheme) ? '/?' : '?'
  return `${scheme}://${user}${bracketed(host)}:${port}${pairs && start + pairs}#${encode(name)}`
}

/** mieru's scheme has the ports only in the query. */
function mieruLink(entry: Entry, { transport, multiplexing }: SettingsOf<'mieru'>, user: string): string {
  const query: Query = {
    profile: entry.name,
    port: hopRanges(entry, '-')[0] ?? String(entry.port),
    protocol: transport,
    multiplexing: `MULTIPLEXING_${multiplexing.toUpperCase()}`,
  }
  return `mierus://${user}:${user}@${bracketed(entry.host)}?${joined(query)}#${encode(entry.name)}`
}

function transportQuery(transport: Transport): Query {
  switch (transport.kind) {
    case 'tcp':
      return { type: 'tcp' }
    case 'http':
      return { type: transport.network, path: transport.xrayPath, host: transport.host }
    case 'grpc':
      return { type: 'grpc', serviceName: transport.serviceName, mode: 'gun' }
    case 'xhttp':
      return { type: 'xhttp', path: transport.path, host: transport.host, mode: transport.mode, extra: transport.extra }
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
        ech: security.ech,
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
        pqv: security.mldsa65_verify ?? '',
      }
  }
}

/** JSON whose user's id begins at a multiple of three bytes, for `compileBase64`: up to two spaces after the first brace align it. */
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
    scy: VMESS_CIPHER,
    net: settings.network,
    type: transport.kind === 'grpc' ? 'gun' : 'none',
    host: transport.kind === 'http' ? transport.host : '',
    path: transport.kind === 'http' ? transport.xrayPath : transport.kind === 'grpc' ? transport.serviceName : '',
    tls: tls ? 'tls' : '',
    sni: tls?.server_name ?? '',
    alpn: tls?.alpn.join(',') ?? '',
    fp: tls?.fingerprint ?? '',
    ...(tls?.ech && { ech: tls.ech }),
    ...(tls?.allow_insecure ? { allowInsecure: '1', insecure: '1' } : {}),
  })
}
