import { type Entry, hopRanges } from './feed-node.ts'
import { shadowsocksPassword } from './shadowsocks.ts'
import { type Template, uuid } from './slots.ts'
import { flowOf, type Security, securityOf, type Transport, transportOf } from './stream.ts'
import { atLeast } from './versions.ts'

type Fields = Record<string, unknown>

/** Whether a core of this version knows the protocol; an unknown one would make it refuse the whole profile. */
export function singBoxKnows(entry: Entry, coreVersion: string | null): boolean {
  return entry.settings.protocol !== 'anytls' || atLeast(coreVersion, [1, 12])
}

/** One item of a sing-box profile's `outbounds`, with slots for the member's credential. */
export function singBoxOutbound(entry: Entry, template: Template): Fields {
  const { settings } = entry
  const user = template.slot(uuid)
  const as = (type: string): Fields => ({ type, tag: entry.name, server: entry.host, server_port: entry.port })
  switch (settings.protocol) {
    case 'vless': {
      const flow = flowOf(settings)
      return { ...as('vless'), uuid: user, ...(flow && { flow }), packet_encoding: 'xudp', ...streamFields(settings) }
    }
    case 'vmess':
      return { ...as('vmess'), uuid: user, security: 'auto', alter_id: 0, ...streamFields(settings) }
    case 'trojan':
      return { ...as('trojan'), password: user, ...streamFields(settings) }
    case 'shadowsocks':
      return {
        ...as('shadowsocks'),
        method: settings.cipher,
        password: shadowsocksPassword(settings, template),
        ...(settings.obfs && {
          plugin: 'obfs-local',
          plugin_opts: settings.obfs_host ? `obfs=${settings.obfs};obfs-host=${settings.obfs_host}` : `obfs=${settings.obfs}`,
        }),
      }
    case 'hysteria2': {
      const { server_port, ...fields } = as('hysteria2')
      return {
        ...fields,
        // One or the other: they exclude each other.
        ...(entry.hop ? { server_ports: hopRanges(entry, ':') } : { server_port }),
        ...(settings.down_mbps > 0 && { up_mbps: settings.down_mbps }),
        ...(settings.up_mbps > 0 && { down_mbps: settings.up_mbps }),
        ...(settings.obfs && { obfs: { type: settings.obfs, password: settings.obfs_password } }),
        password: user,
        tls: tlsFields({ ...settings.tls, alpn: ['h3'], fingerprint: '' }),
      }
    }
    case 'tuic':
      return {
        ...as('tuic'),
        uuid: user,
        password: user,
        congestion_control: settings.congestion_control,
        udp_relay_mode: settings.udp_relay_mode,
        zero_rtt_handshake: settings.zero_rtt,
        heartbeat: '10s',
        tls: tlsFields({ ...settings.tls, alpn: settings.alpn, fingerprint: '' }),
      }
    case 'anytls':
      return { ...as('anytls'), password: user, tls: tlsFields(settings.tls) }
  }
}

function streamFields(settings: Parameters<typeof securityOf>[0]): Fields {
  return { ...securityFields(securityOf(settings)), ...transportFields(transportOf(settings)) }
}

function securityFields(security: Security): Fields {
  switch (security.kind) {
    case 'none':
      return {}
    case 'tls':
      return { tls: tlsFields(security) }
    case 'reality': {
      const { public_key, short_id, server_name, fingerprint } = security
      return {
        tls: {
          ...tlsFields({ server_name, fingerprint, allow_insecure: false, alpn: [] }),
          reality: { enabled: true, public_key, short_id },
        },
      }
    }
  }
}

function tlsFields(tls: { server_name: string; allow_insecure: boolean; alpn: readonly string[]; fingerprint: string }): Fields {
  return {
    enabled: true,
    ...(tls.server_name && { server_name: tls.server_name }),
    ...(tls.allow_insecure && { insecure: true }),
    ...(tls.alpn.length > 0 && { alpn: tls.alpn }),
    ...(tls.fingerprint && { utls: { enabled: true, fingerprint: tls.fingerprint } }),
  }
}

function transportFields(transport: Transport): Fields {
  switch (transport.kind) {
    case 'tcp':
      return {}
    case 'http': {
      const { network, path, host } = transport
      if (network === 'httpupgrade') return { transport: { type: network, path, ...(host && { host }) } }
      return { transport: { type: network, path, ...(host && { headers: { Host: host } }) } }
    }
    case 'grpc':
      return { transport: { type: 'grpc', service_name: transport.serviceName } }
  }
}
