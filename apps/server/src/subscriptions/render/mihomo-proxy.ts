import { type Entry, hopRanges } from './feed-node.ts'
import { shadowsocksPassword } from './shadowsocks.ts'
import { type Template, uuid } from './slots.ts'
import { flowOf, type Security, securityOf, type Transport, transportOf } from './stream.ts'

type Fields = Record<string, unknown>

/** One item of a mihomo profile's `proxies`, with slots for the member's credential. */
export function mihomoProxy(entry: Entry, template: Template): Fields {
  const { settings } = entry
  const user = template.slot(uuid)
  const as = (type: string): Fields => ({ name: entry.name, type, server: entry.host, port: entry.port })
  const withUdp = (type: string): Fields => ({ ...as(type), udp: true })
  switch (settings.protocol) {
    case 'vless': {
      const flow = flowOf(settings)
      return {
        ...withUdp('vless'),
        uuid: user,
        ...(flow && { flow }),
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
      // Trojan is always inside TLS and has no switch for it.
      const { tls: _, ...security } = securityFields(securityOf(settings), 'sni')
      return { ...withUdp('trojan'), password: user, ...security, ...transportFields(transportOf(settings)) }
    }
    case 'shadowsocks':
      return {
        ...withUdp('ss'),
        cipher: settings.cipher,
        password: shadowsocksPassword(settings, template),
        ...(settings.obfs && {
          plugin: 'obfs',
          'plugin-opts': { mode: settings.obfs, ...(settings.obfs_host && { host: settings.obfs_host }) },
        }),
      }
    case 'hysteria2':
      return {
        ...as('hysteria2'),
        ...(entry.hop && { ports: hopRanges(entry, '-').join(',') }),
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
      const { tls: _, ...security } = securityFields({ kind: 'tls', ...settings.tls }, 'sni')
      return { ...withUdp('anytls'), password: user, ...security }
    }
  }
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
  }
}

function quicFields(tls: { server_name: string; allow_insecure: boolean }): Fields {
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
          ...(transport.network === 'httpupgrade' && { 'v2ray-http-upgrade': true }),
        },
      }
    case 'grpc':
      return { network: 'grpc', 'grpc-opts': { 'grpc-service-name': transport.serviceName } }
  }
}
