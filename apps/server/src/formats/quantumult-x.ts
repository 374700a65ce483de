import type { Entry, FeedNode } from './feed-node.ts'
import { toEntries } from './feed-node.ts'
import { bareOnly, type Item, joinItems, lineName, linePath } from './proxy-line.ts'
import { shadowsocksPassword } from './shadowsocks.ts'
import { type Compiled, createTemplate, type Template, uuid } from './slots.ts'
import { clientTls, flowOf, type Security, securityOf, type Transport, transportOf } from './stream.ts'

export const reserved = ['direct', 'proxy', 'reject', 'DIRECT', 'PROXY', 'REJECT']

/** Nodes for Quantumult X, one a line, the whole in base64; it has policies and filters of its own. */
export function compileQuantumultX(nodes: readonly FeedNode[]): Compiled {
  const template = createTemplate()
  const lines = toEntries(nodes, reserved, lineName).flatMap((entry) => quantumultLine(entry, template) ?? [])
  const text = template.compile(lines.join('\n'))
  return (credential) => Buffer.from(text(credential), 'utf8').toString('base64')
}

export function quantumultLine(entry: Entry, template: Template): string | null {
  const items = quantumultItems(entry, template.slot(uuid), template)
  // Names have spaces, and may: the tag is the last item and ends with the line.
  const text = items && joinItems(items, ', ', bareOnly)
  return text && `${text}, tag=${entry.name}`
}

function quantumultItems(entry: Entry, user: string, template: Template): Item[] | null {
  const { settings, host, port } = entry
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const as = (type: string): Item => [type, address]
  switch (settings.protocol) {
    case 'shadowsocks': {
      const { obfs, obfs_tls } = settings
      return [
        as('shadowsocks'),
        ['method', settings.cipher],
        ['password', shadowsocksPassword(settings, template)],
        ['obfs', obfs === 'websocket' ? (obfs_tls ? 'wss' : 'ws') : obfs],
        ['obfs-host', obfs && settings.obfs_host],
        ['obfs-uri', obfs && linePath(settings.obfs_path)],
        ['udp-relay', true],
      ]
    }
    case 'vmess':
      return [
        as('vmess'),
        ['method', 'chacha20-poly1305'],
        ['password', user],
        ...obfsItems(transportOf(settings), securityOf(settings)),
        ['udp-relay', true],
      ]
    case 'vless':
      return [
        as('vless'),
        ['method', 'none'],
        ['password', user],
        ...obfsItems(transportOf(settings), securityOf(settings)),
        ['vless-flow', flowOf(settings)],
        ['udp-relay', true],
      ]
    case 'trojan': {
      const transport = transportOf(settings)
      const security = securityOf(settings)
      const stream = transport.kind === 'tcp' ? tlsItems(security) : obfsItems(transport, security)
      return [as('trojan'), ['password', user], ...stream, ['udp-relay', true]]
    }
    case 'anytls':
      return [as('anytls'), ['password', user], ...tlsItems({ kind: 'tls', ...clientTls(settings.tls) }), ['udp-relay', true]]
    case 'socks':
      return [as('socks5'), ['username', user], ['password', user], ...tlsItems(securityOf(settings)), ['udp-relay', true]]
    case 'http':
      return [as('http'), ['username', user], ['password', user], ...tlsItems(securityOf(settings))]
    case 'hysteria2':
    case 'tuic':
    case 'hysteria':
    case 'naive':
    case 'mieru':
      return null
  }
}

function tlsItems(security: Security): Item[] {
  if (security.kind !== 'tls') return []
  return [
    ['over-tls', true],
    ['tls-host', security.server_name],
    ['tls-verification', String(!security.allow_insecure)],
  ]
}

/** Transport and TLS are one word here, and `obfs-host` is the name in both; a second name goes to `tls-host`. */
function obfsItems(transport: Transport, security: Security): Item[] {
  const isWs = transport.kind === 'http'
  const name = security.kind === 'none' ? '' : security.server_name
  const host = (isWs && transport.host) || name
  return [
    ['obfs', isWs ? (security.kind === 'none' ? 'ws' : 'wss') : security.kind === 'none' ? '' : 'over-tls'],
    ['obfs-host', host],
    ['obfs-uri', isWs ? linePath(transport.path) : ''],
    ['tls-host', name === host ? '' : name],
    ['tls-verification', security.kind === 'tls' ? String(!security.allow_insecure) : ''],
    ...(security.kind === 'reality'
      ? ([
          ['reality-base64-pubkey', security.public_key],
          ['reality-hex-shortid', security.short_id],
        ] as const)
      : []),
  ]
}
