import type { SettingsOf } from '@portico/contract/protocols'
import { type Entry, hopRanges } from '../feed-node.ts'
import { shadowsocksCipher, shadowsocksPassword } from '../shadowsocks.ts'
import { secretOf, type Template } from '../slots.ts'
import { xhttpExtra } from './xhttp-extra.ts'
import { clientTls, EARLY_DATA_HEADER, flowOf, type Security, securityOf, type Transport, transportOf } from '../stream.ts'

type Fields = Record<string, unknown>

/** Item of mihomo's `proxies`, with slots for the credential. */
export function mihomoProxy(entry: Entry, template: Template): Fields {
  const { settings } = entry
  const user = template.slot(secretOf(settings, template.escape))
  const as = (type: string): Fields => ({ name: entry.name, type, server: entry.host, port: entry.port })
  const withUdp = (type: string): Fields => ({ ...as(type), udp: true })
  switch (settings.protocol) {
    case 'vless': {
      const flow = flowOf(settings)
      return {
        ...withUdp('vless'),
        uuid: user,
        ...(flow && { flow }),
        ...(settings.encryption && { encryption: settings.encryption }),
        ...securityFields(securityOf(settings), 'servername'),
        ...transportFields(transportOf(settings)),
      }
    }
    case 'vmess':
      return {
        ...withUdp('vmess'),
        uuid: user,
        alterId: 0,
        cipher: 'auto',
        ...securityFields(securityOf(settings), 'servername'),
        ...transportFields(transportOf(settings)),
      }
    case 'trojan': {
      // Trojan always uses TLS and has no switch for it.
      const { tls: _, ...security } = securityFields(securityOf(settings), 'sni')
      return { ...withUdp('trojan'), password: user, ...security, ...transportFields(transportOf(settings)) }
    }
    case 'shadowsocks':
      return {
        ...withUdp('ss'),
        cipher: shadowsocksCipher(settings, template),
        password: shadowsocksPassword(settings, template),
        ...pluginFields(settings),
      }
    case 'hysteria2':
      return {
        ...as('hysteria2'),
        ...hopFields(entry, settings.hop_interval),
        password: user,
        ...(settings.down_mbps > 0 && { up: `${settings.down_mbps} Mbps` }),
        ...(settings.up_mbps > 0 && { down: `${settings.up_mbps} Mbps` }),
        ...(settings.obfs && { obfs: settings.obfs, 'obfs-password': settings.obfs_password }),
        ...quicFields(settings.tls),
      }
    case 'tuic':
      return {
        ...as('tuic'),
        uuid: user,
        password: user,
        alpn: settings.alpn,
        'congestion-controller': settings.congestion_control,
        'udp-relay-mode': settings.udp_relay_mode,
        'reduce-rtt': settings.zero_rtt,
        ...quicFields(settings.tls),
      }
    case 'anytls': {
      const { tls: _, ...security } = securityFields({ kind: 'tls', ...clientTls(settings.tls) }, 'sni')
      return { ...withUdp('anytls'), password: user, ...security }
    }
    case 'hysteria':
      return {
        ...as('hysteria'),
        ...hopFields(entry, settings.hop_interval),
        'auth-str': user,
        protocol: 'udp',
        up: `${settings.down_mbps} Mbps`,
        down: `${settings.up_mbps} Mbps`,
        ...(settings.obfs_password && { obfs: settings.obfs_password }),
        ...quicFields(settings.tls),
      }
    case 'socks':
    case 'http': {
      const type = settings.protocol === 'socks' ? withUdp('socks5') : as('http')
      const { 'client-fingerprint': _, alpn: __, ...security } = securityFields(securityOf(settings), 'sni')
      return { ...type, username: user, password: user, ...security }
    }
    case 'mieru': {
      const { port, ...fields } = withUdp('mieru')
      return {
        ...fields,
        // mihomo accepts only one of the two.
        ...(entry.hop ? { 'port-range': hopRanges(entry, '-')[0] } : { port }),
        transport: settings.transport,
        username: user,
        password: user,
        multiplexing: `MULTIPLEXING_${settings.multiplexing.toUpperCase()}`,
      }
    }
    case 'naive':
      throw new Error('mihomo has no naive: its dialect leaves such nodes out')
  }
}

/** Escapes a service name as Xray does (Go's `url.PathEscape`); the Clash family sends it as is. */
function goPathEscape(name: string): string {
  return encodeURIComponent(name)
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/%(?:24|26|2B|3D|3A|40)/g, decodeURIComponent)
}

export function hopFields(entry: Entry, interval: number): Fields {
  return entry.hop ? { ports: hopRanges(entry, '-').join(','), ...(interval > 0 && { 'hop-interval': interval }) } : {}
}

function pluginFields({ obfs, obfs_host, obfs_path, obfs_tls }: SettingsOf<'shadowsocks'>): Fields {
  if (obfs === '') return {}
  const host = obfs_host && { host: obfs_host }
  if (obfs !== 'websocket') return { plugin: 'obfs', 'plugin-opts': { mode: obfs, ...host } }
  const path = obfs_path && { path: obfs_path }
  return { plugin: 'v2ray-plugin', 'plugin-opts': { mode: 'websocket', tls: obfs_tls, ...host, ...path } }
}

function securityFields(security: Security, serverName: 'servername' | 'sni'): Fields {
  if (security.kind === 'none') return {}
  const shared = {
    tls: true,
    ...(security.server_name && { [serverName]: security.server_name }),
    ...(security.fingerprint && { 'client-fingerprint': security.fingerprint }),
  }
  if (security.kind === 'reality') {
    return { ...shared, 'reality-opts': { 'public-key': security.public_key, 'short-id': security.short_id } }
  }
  return {
    ...shared,
    ...(security.allow_insecure && { 'skip-cert-verify': true }),
    ...(security.alpn.length > 0 && { alpn: security.alpn }),
    ...(security.ech && { 'ech-opts': { enable: true, config: security.ech } }),
  }
}

export function quicFields(tls: { server_name: string; allow_insecure: boolean }): Fields {
  return { ...(tls.server_name && { sni: tls.server_name }), ...(tls.allow_insecure && { 'skip-cert-verify': true }) }
}

function transportFields(transport: Transport): Fields {
  switch (transport.kind) {
    case 'tcp':
      return { network: 'tcp' }
    case 'http':
      return {
        network: 'ws',
        'ws-opts': {
          path: transport.path,
          ...(transport.host && { headers: { Host: transport.host } }),
          ...(transport.earlyData > 0 && { 'max-early-data': transport.earlyData, 'early-data-header-name': EARLY_DATA_HEADER }),
          ...(transport.network === 'httpupgrade' && { 'v2ray-http-upgrade': true }),
        },
      }
    case 'grpc':
      return { network: 'grpc', 'grpc-opts': { 'grpc-service-name': goPathEscape(transport.serviceName) } }
    case 'xhttp': {
      const { path, host, mode, extra } = transport
      return { network: 'xhttp', 'xhttp-opts': { path, ...(host && { host }), mode, ...xhttpExtra(extra) } }
    }
  }
}
