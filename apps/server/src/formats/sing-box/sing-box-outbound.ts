import type { SettingsOf } from '@portico/contract/protocols'
import { type Entry, hopRanges } from '../feed-node.ts'
import { shadowsocksCipher, shadowsocksPassword, ssPlugin } from '../shadowsocks.ts'
import { secretOf, type Template } from '../slots.ts'
import {
  type ClientTls,
  clientTls,
  EARLY_DATA_HEADER,
  flowOf,
  type Security,
  securityOf,
  type Transport,
  transportOf,
  VMESS_CIPHER,
} from '../stream.ts'

type Fields = Record<string, unknown>

/** One item of a sing-box profile's `outbounds`, with slots for the member's credential. `layout` is the core's minor version. */
export function singBoxOutbound(entry: Entry, template: Template, layout: number): Fields {
  const { settings } = entry
  const user = template.slot(secretOf(settings, template.escape))
  const as = (type: string): Fields => ({ type, tag: entry.name, server: entry.host, server_port: entry.port })
  switch (settings.protocol) {
    case 'vless': {
      const flow = flowOf(settings)
      return { ...as('vless'), uuid: user, ...(flow && { flow }), packet_encoding: 'xudp', ...streamFields(settings) }
    }
    case 'vmess':
      return { ...as('vmess'), uuid: user, security: VMESS_CIPHER, alter_id: 0, ...streamFields(settings) }
    case 'trojan':
      return { ...as('trojan'), password: user, ...streamFields(settings) }
    case 'shadowsocks':
      return {
        ...as('shadowsocks'),
        method: shadowsocksCipher(settings, template),
        password: shadowsocksPassword(settings, template),
        ...pluginFields(settings),
      }
    case 'hysteria2': {
      const { server_port, ...fields } = as('hysteria2')
      return {
        ...fields,
        ...(entry.hop && layout >= 11 ? hopFields(entry, settings.hop_interval) : { server_port }),
        ...(settings.down_mbps > 0 && { up_mbps: settings.down_mbps }),
        ...(settings.up_mbps > 0 && { down_mbps: settings.up_mbps }),
        ...(settings.obfs && { obfs: { type: settings.obfs, password: settings.obfs_password } }),
        password: user,
        tls: tlsFields({ ...settings.tls, alpn: ['h3'], fingerprint: '', ech: '' }),
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
        tls: tlsFields({ ...settings.tls, alpn: settings.alpn, fingerprint: '', ech: '' }),
      }
    case 'anytls':
      return { ...as('anytls'), password: user, tls: tlsFields(clientTls(settings.tls)) }
    case 'hysteria': {
      const { server_port, ...fields } = as('hysteria')
      return {
        ...fields,
        ...(entry.hop && layout >= 12 ? hopFields(entry, settings.hop_interval) : { server_port }),
        up_mbps: settings.down_mbps,
        down_mbps: settings.up_mbps,
        ...(settings.obfs_password && { obfs: settings.obfs_password }),
        auth_str: user,
        tls: tlsFields({ ...settings.tls, alpn: [], fingerprint: '', ech: '' }),
      }
    }
    case 'naive':
      return { ...as('naive'), username: user, password: user, tls: { enabled: true, server_name: settings.tls.server_name || entry.host } }
    case 'socks':
      return { ...as('socks'), version: '5', username: user, password: user }
    case 'http':
      return { ...as('http'), username: user, password: user, ...securityFields(securityOf(settings)) }
    case 'mieru':
      throw new Error('sing-box has no mieru: its dialect leaves such nodes out')
  }
}

/** Ports to hop between; they exclude `server_port`. */
function hopFields(entry: Entry, interval: number): Fields {
  return { server_ports: hopRanges(entry, ':'), ...(interval > 0 && { hop_interval: `${interval}s` }) }
}

/** SIP003 fields of the obfuscation; without a path for simple-obfs, for which sing-box accepts none. */
function pluginFields(settings: SettingsOf<'shadowsocks'>): Fields {
  const plugin = ssPlugin(settings.obfs === 'websocket' ? settings : { ...settings, obfs_path: '' })
  return plugin ? { plugin: plugin.name, plugin_opts: plugin.options } : {}
}

function streamFields(settings: Parameters<typeof transportOf>[0]): Fields {
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
          ...tlsFields({ server_name, fingerprint, allow_insecure: false, alpn: [], ech: '' }),
          reality: { enabled: true, public_key, short_id },
        },
      }
    }
  }
}

function tlsFields(tls: Omit<ClientTls, 'alpn'> & { alpn: readonly string[] }): Fields {
  return {
    enabled: true,
    ...(tls.server_name && { server_name: tls.server_name }),
    ...(tls.allow_insecure && { insecure: true }),
    ...(tls.alpn.length > 0 && { alpn: tls.alpn }),
    ...(tls.fingerprint && { utls: { enabled: true, fingerprint: tls.fingerprint } }),
    ...(tls.ech && { ech: { enabled: true, config: ['-----BEGIN ECH CONFIGS-----', tls.ech, '-----END ECH CONFIGS-----'] } }),
  }
}

function transportFields(transport: Transport): Fields {
  switch (transport.kind) {
    case 'tcp':
      return {}
    case 'http': {
      const { network, path, earlyData, host } = transport
      if (network === 'httpupgrade') return { transport: { type: network, path, ...(host && { host }) } }
      return {
        transport: {
          type: network,
          path,
          ...(host && { headers: { Host: host } }),
          ...(earlyData > 0 && { max_early_data: earlyData, early_data_header_name: EARLY_DATA_HEADER }),
        },
      }
    }
    case 'grpc':
      return { transport: { type: 'grpc', service_name: transport.serviceName } }
    case 'xhttp':
      throw new Error('sing-box has no XHTTP: its dialect leaves such nodes out')
  }
}
