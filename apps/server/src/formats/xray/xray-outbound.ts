import type { SettingsOf } from '@portico/contract/protocols'
import { type Entry, hopRanges } from '../feed-node.ts'
import { shadowsocksCipher, shadowsocksPassword } from '../shadowsocks.ts'
import { secretOf, type Template } from '../slots.ts'
import { flowOf, type Security, securityOf, type Transport, transportOf } from '../stream.ts'

type Fields = Record<string, unknown>

/** The outbound of an Xray configuration, with slots for the member's credential. */
export function xrayOutbound(entry: Entry, template: Template): Fields {
  const { host: address, port, settings } = entry
  const user = template.slot(secretOf(settings, template.escape))
  const out = (protocol: string, fields: Fields, streamSettings: Fields): Fields => ({
    tag: 'proxy',
    protocol,
    settings: fields,
    streamSettings,
  })
  switch (settings.protocol) {
    case 'vless': {
      const flow = flowOf(settings)
      const account = { id: user, encryption: settings.encryption || 'none', ...(flow && { flow }) }
      return out('vless', { vnext: [{ address, port, users: [account] }] }, stream(transportOf(settings), securityOf(settings)))
    }
    case 'vmess': {
      const account = { id: user, security: 'auto' }
      return out('vmess', { vnext: [{ address, port, users: [account] }] }, stream(transportOf(settings), securityOf(settings)))
    }
    case 'trojan':
      return out('trojan', { servers: [{ address, port, password: user }] }, stream(transportOf(settings), securityOf(settings)))
    case 'shadowsocks': {
      const password = shadowsocksPassword(settings, template)
      return out(
        'shadowsocks',
        { servers: [{ address, port, method: shadowsocksCipher(settings, template), password }] },
        { network: 'tcp' },
      )
    }
    case 'socks':
    case 'http': {
      const account = { user, pass: user }
      const security = securityOf(settings)
      return out(settings.protocol, { servers: [{ address, port, users: [account] }] }, stream({ kind: 'tcp' }, security))
    }
    case 'hysteria2': {
      const udp = settings.obfs ? [{ type: 'salamander', settings: { password: settings.obfs_password, ...geckoSize(settings) } }] : []
      const quicParams = quicOf(entry, settings)
      return out(
        'hysteria',
        { version: 2, address, port },
        {
          network: 'hysteria',
          hysteriaSettings: { version: 2, auth: user },
          security: 'tls',
          tlsSettings: { ...(settings.tls.server_name && { serverName: settings.tls.server_name }), alpn: ['h3'] },
          ...((udp.length > 0 || quicParams) && { finalmask: { ...(udp.length > 0 && { udp }), ...(quicParams && { quicParams }) } }),
        },
      )
    }
    case 'tuic':
    case 'anytls':
    case 'hysteria':
    case 'naive':
    case 'mieru':
      throw new Error(`Xray has no ${settings.protocol}: its dialect leaves such nodes out`)
  }
}

/** With a packet size, Xray's Salamander is Gecko; these are Hysteria's own sizes. */
function geckoSize({ obfs }: SettingsOf<'hysteria2'>): Fields {
  return obfs === 'gecko' ? { packetSize: '512-1200' } : {}
}

/** Speeds and hopping ports, which Xray keeps with QUIC. A node's upload is its members' download. */
function quicOf(entry: Entry, { up_mbps: down, down_mbps: up, hop_interval: interval }: SettingsOf<'hysteria2'>): Fields | null {
  const isLimited = up > 0 && down > 0
  if (!isLimited && !entry.hop) return null
  return {
    ...(isLimited && { congestion: 'brutal', brutalUp: `${up} mbps`, brutalDown: `${down} mbps` }),
    ...(entry.hop && { udpHop: { ports: hopRanges(entry, '-').join(','), ...(interval >= 5 && { interval }) } }),
  }
}

function stream(transport: Transport, security: Security): Fields {
  return { ...transportFields(transport), ...securityFields(security) }
}

function securityFields(security: Security): Fields {
  switch (security.kind) {
    case 'none':
      return {}
    case 'tls':
      return {
        security: 'tls',
        tlsSettings: {
          ...(security.server_name && { serverName: security.server_name }),
          ...(security.alpn.length > 0 && { alpn: security.alpn }),
          ...(security.fingerprint && { fingerprint: security.fingerprint }),
          ...(security.ech && { echConfigList: security.ech }),
        },
      }
    case 'reality':
      return {
        security: 'reality',
        realitySettings: {
          serverName: security.server_name,
          fingerprint: security.fingerprint,
          publicKey: security.public_key,
          shortId: security.short_id,
          ...(security.mldsa65_verify && { mldsa65Verify: security.mldsa65_verify }),
        },
      }
  }
}

function transportFields(transport: Transport): Fields {
  switch (transport.kind) {
    case 'tcp':
      // Named "raw" since 24.9.30, but older cores know only "tcp".
      return { network: 'tcp' }
    case 'http': {
      const { network, xrayPath: path, host } = transport
      return { network, [`${network}Settings`]: { path, ...(host && { host }) } }
    }
    case 'grpc':
      return { network: 'grpc', grpcSettings: { serviceName: transport.serviceName } }
    case 'xhttp': {
      const { path, host, mode, extra } = transport
      // The contract accepts only an object; it is parsed here, because its text is not trusted as it is.
      return {
        network: 'xhttp',
        xhttpSettings: { path, ...(host && { host }), mode, ...(extra && { extra: JSON.parse(extra) as unknown }) },
      }
    }
  }
}
