import type { Reality, Tls } from './protocol-blocks.ts'
import type { Protocol, ProtocolSettings, SettingsOf } from './protocols.ts'

/** Default blocks that a form fills in when a network or security is chosen. Reality is valid only once its keys are generated. */
export function emptyBlocks() {
  return {
    tls: { server_name: '', allow_insecure: false, alpn: [], fingerprint: 'chrome', ech: null } satisfies Tls,
    reality: {
      server_name: '',
      server_port: 443,
      dest: '',
      public_key: '',
      private_key: '',
      short_id: '',
      fingerprint: 'chrome',
    } satisfies Reality,
    ws: { path: '/', host: '' },
    grpc: { service_name: 'grpc' },
    httpupgrade: { path: '/', host: '' },
    xhttp: { path: '/', host: '', mode: 'auto' as const, extra: '' },
  }
}

/** Valid settings to start a new node from; a new object each time. */
export function emptySettings<P extends Protocol>(protocol: P): SettingsOf<P>
export function emptySettings(protocol: Protocol): ProtocolSettings {
  const { tls } = emptyBlocks()
  const quicTls = { server_name: '', allow_insecure: false }
  const stream = { network: 'tcp', security: 'tls', tls, ws: null, grpc: null } as const
  switch (protocol) {
    case 'vless':
      return {
        protocol,
        ...stream,
        flow: 'xtls-rprx-vision',
        encryption: '',
        decryption: '',
        reality: null,
        httpupgrade: null,
        xhttp: null,
      }
    case 'vmess':
      return { protocol, ...stream, httpupgrade: null }
    case 'trojan':
      return { protocol, ...stream, reality: null }
    case 'shadowsocks':
      return { protocol, cipher: 'aes-256-gcm', server_key: '', obfs: '', obfs_host: '', obfs_path: '', obfs_tls: false }
    case 'hysteria2':
      return { protocol, up_mbps: 0, down_mbps: 0, obfs: '', obfs_password: '', hop_interval: 0, tls: quicTls }
    case 'tuic':
      return { protocol, congestion_control: 'bbr', udp_relay_mode: 'native', zero_rtt: false, alpn: ['h3'], tls: quicTls }
    case 'anytls':
      return { protocol, padding_scheme: [], tls }
    case 'hysteria':
      return { protocol, up_mbps: 100, down_mbps: 100, obfs_password: '', hop_interval: 0, tls: quicTls }
    case 'naive':
      return { protocol, tls: { server_name: '' } }
    case 'mieru':
      return { protocol, transport: 'TCP', multiplexing: 'low' }
    case 'socks':
    case 'http':
      return { protocol, security: 'none', tls: null }
  }
}
