import { hasOthers, type Reality, serverNames, shortIds, type Tls } from '@portico/contract/protocol-blocks'
import type {
  AnytlsSettings,
  Hysteria2Settings,
  HysteriaSettings,
  ProtocolSettings,
  SettingsOf,
  ShadowsocksSettings,
  TrojanSettings,
  TuicSettings,
  VlessSettings,
  VmessSettings,
} from '@portico/contract/protocols'

export type ConfiguredNode = { host: string; serverPort: number; settings: ProtocolSettings }
/** Seconds between two calls of a node. */
export type Intervals = { push: number; pull: number }
type Fields = Record<string, unknown>

/**
 * A node's own configuration, private keys included, in the form node software reads. It parses strictly: numbers stay numbers, an
 * object without fields is `{}`, and fields a protocol does not have are left out.
 */
export function nodeConfig({ host, serverPort, settings }: ConfiguredNode, intervals: Intervals): Fields {
  return {
    server_port: serverPort,
    ...protocolFields(settings, host),
    base_config: { push_interval: intervals.push, pull_interval: intervals.pull },
  }
}

function protocolFields(settings: ProtocolSettings, host: string): Fields {
  switch (settings.protocol) {
    case 'vless':
      // XrayR reads the transport of VLESS under this name.
      return {
        ...stream(settings),
        network_settings: networkSettings(settings),
        ...security(settings, host),
        flow: settings.flow,
        ...encryption(settings),
      }
    case 'vmess':
      return { ...stream(settings), ...security(settings, host) }
    case 'trojan':
      return { host, server_name: serverName(settings, host), ...stream(settings), ...security(settings, host) }
    case 'shadowsocks':
      return shadowsocks(settings)
    case 'hysteria2':
      return hysteria2(settings, host)
    case 'tuic':
      return tuic(settings, host)
    case 'anytls':
      return anytls(settings, host)
    case 'hysteria':
      return hysteria(settings, host)
    case 'socks':
    case 'http':
      return security(settings, host)
    case 'naive':
      return { tls: 1, tls_settings: { server_name: settings.tls.server_name || host } }
    case 'mieru':
      return { transport: settings.transport }
  }
}

type StreamSettings = VlessSettings | VmessSettings | TrojanSettings

function stream(settings: StreamSettings): Fields {
  const header = settings.network === 'tcp' ? '' : streamBlock(settings)?.cdn_header
  return {
    network: settings.network,
    networkSettings: networkSettings(settings),
    // Names of headers. v2node stops all its nodes if it is there without a transport.
    ...(header ? { trusted_x_forwarded_for: [header] } : {}),
  }
}

/** The settings of the chosen transport. */
function streamBlock(settings: StreamSettings): { cdn_header?: string | undefined } | null {
  if (settings.network === 'ws') return settings.ws
  if (settings.network === 'grpc') return settings.grpc
  if (settings.network === 'httpupgrade') return settings.httpupgrade
  return settings.network === 'xhttp' ? settings.xhttp : null
}

/** The transport in Xray's terms; TCP has no settings. */
function networkSettings(settings: StreamSettings): Fields {
  switch (settings.network) {
    case 'tcp':
      return {}
    case 'ws':
      return { path: settings.ws?.path ?? '/', headers: settings.ws?.host ? { Host: settings.ws.host } : {} }
    case 'httpupgrade':
      return { path: settings.httpupgrade?.path ?? '/', host: settings.httpupgrade?.host ?? '' }
    case 'grpc':
      return serviceNames(settings.grpc?.service_name ?? '')
    case 'xhttp': {
      const { path = '/', host = '', mode = 'auto', extra = '' } = settings.xhttp ?? {}
      return { path, host, mode, ...(extra && { extra: JSON.parse(extra) as unknown }) }
    }
  }
}

/** Service name as Xray names it, and as sing-box does for Xboard-Node. */
function serviceNames(name: string): Fields {
  return { serviceName: name, service_name: name }
}

/** The whole text for newer node software and its parts for older software; neither without encryption. */
function encryption({ decryption }: VlessSettings): Fields {
  if (decryption === '') return {}
  const [method, mode, ticket, ...rest] = decryption.split('.')
  const settings = { mode, ticket, server_padding: rest.slice(0, -1).join('.'), private_key: rest.at(-1) }
  return { decryption, encryption: method, encryption_settings: settings }
}

type Secured = Pick<SettingsOf<'socks'>, 'tls'> & { security: 'none' | 'tls' | 'reality'; reality?: Reality | null }

function security(settings: Secured, host: string): { tls: 0 | 1 | 2; tls_settings: Fields } {
  if (settings.security === 'reality' && settings.reality) return { tls: 2, tls_settings: realityFields(settings.reality) }
  if (settings.security === 'tls' && settings.tls) return { tls: 1, tls_settings: tlsFields(settings.tls, host) }
  return { tls: 0, tls_settings: {} }
}

/** `server_port` and `xver` are numbers in quotes, the only form node software accepts. */
function realityFields(reality: Reality): Fields {
  return {
    server_name: reality.server_name,
    dest: reality.dest || reality.server_name,
    server_port: String(reality.server_port),
    short_id: reality.short_id,
    private_key: reality.private_key,
    public_key: reality.public_key,
    xver: '0',
    ...(hasOthers(reality) && { server_names: serverNames(reality), short_ids: shortIds(reality) }),
    // v2node reads it under Xray's name.
    ...(reality.mldsa65_seed && { mldsa65Seed: reality.mldsa65_seed }),
    ...(reality.min_client_ver && { min_client_ver: reality.min_client_ver }),
  }
}

function tlsFields(tls: Pick<Tls, 'server_name' | 'allow_insecure'> & Partial<Pick<Tls, 'ech'>>, host: string): Fields {
  return {
    server_name: tls.server_name || host,
    allow_insecure: tls.allow_insecure,
    ...(tls.ech && { ech: { enabled: true, ...tls.ech } }),
  }
}

function serverName({ security: kind, tls, reality }: TrojanSettings, host: string): string {
  return (kind === 'reality' ? reality?.server_name : tls?.server_name) || host
}

function shadowsocks({ cipher, server_key, obfs, obfs_host, obfs_path, obfs_tls }: ShadowsocksSettings): Fields {
  const isPlugin = obfs === 'websocket'
  return {
    cipher,
    obfs: isPlugin ? null : obfs || null,
    obfs_settings: obfs === '' || isPlugin ? {} : { host: obfs_host, path: obfs_path },
    ...(isPlugin && {
      plugin: 'v2ray-plugin',
      plugin_opts: ['server', `host=${obfs_host}`, `path=${obfs_path || '/'}`, ...(obfs_tls ? ['tls'] : [])].join(';'),
    }),
    ...(server_key === '' ? {} : { server_key }),
  }
}

/** Version 1 has the obfuscation's password where version 2 has its name. */
function hysteria({ up_mbps, down_mbps, obfs_password, tls }: HysteriaSettings, host: string): Fields {
  return {
    version: 1,
    host,
    server_name: tls.server_name || host,
    up_mbps,
    down_mbps,
    obfs: obfs_password || null,
    tls_settings: tlsFields(tls, host),
  }
}

function hysteria2({ up_mbps, down_mbps, obfs, obfs_password, tls }: Hysteria2Settings, host: string): Fields {
  return {
    version: 2,
    host,
    server_name: tls.server_name || host,
    up_mbps,
    down_mbps,
    ignore_client_bandwidth: up_mbps === 0 && down_mbps === 0,
    obfs: obfs || null,
    'obfs-password': obfs === '' ? null : obfs_password,
    tls_settings: tlsFields(tls, host),
  }
}

function tuic({ congestion_control, zero_rtt, tls }: TuicSettings, host: string): Fields {
  return {
    server_name: tls.server_name || host,
    congestion_control,
    zero_rtt_handshake: zero_rtt,
    tls_settings: tlsFields(tls, host),
  }
}

function anytls({ padding_scheme, tls }: AnytlsSettings, host: string): Fields {
  return { server_name: tls.server_name || host, padding_scheme, tls_settings: tlsFields(tls, host) }
}
