import type { Entry } from '../feed-node.ts'
import { hopRanges } from '../feed-node.ts'
import { type Item, joinItems, linePath, quotedIfNeeded } from './proxy-line.ts'
import { shadowsocksCipher, shadowsocksPassword } from '../shadowsocks.ts'
import { secretOf, type Template } from '../slots.ts'
import { clientTls, type Security, securityOf, type Transport, transportOf } from '../stream.ts'

/** One line of a Surge or Surfboard profile's `[Proxy]`; null for a node with a value that cannot be written there. */
export function surgeLine(entry: Entry, template: Template): string | null {
  const items = surgeItems(entry, template.slot(secretOf(entry.settings, template.escape)), template)
  const text = items && joinItems(items, ', ', quotedIfNeeded)
  return text && `${entry.name} = ${text}`
}

function surgeItems(entry: Entry, user: string, template: Template): Item[] | null {
  const { settings, host, port } = entry
  const as = (type: string): Item[] => [type, host, String(port)]
  switch (settings.protocol) {
    case 'shadowsocks':
      return [
        ...as('ss'),
        ['encrypt-method', shadowsocksCipher(settings, template)],
        ['password', shadowsocksPassword(settings, template)],
        ['obfs', settings.obfs],
        ['obfs-host', settings.obfs && settings.obfs_host],
        ['obfs-uri', settings.obfs && linePath(settings.obfs_path)],
        ['udp-relay', true],
      ]
    case 'vmess':
      return [
        ...as('vmess'),
        ['username', user],
        ['vmess-aead', true],
        ...tlsItems(securityOf(settings), true),
        ...wsItems(transportOf(settings)),
      ]
    case 'trojan':
      return [
        ...as('trojan'),
        ['password', user],
        ...tlsItems(securityOf(settings), false),
        ...wsItems(transportOf(settings)),
        ['udp-relay', true],
      ]
    case 'hysteria2':
      return [
        ...as('hysteria2'),
        ['password', user],
        ['download-bandwidth', settings.up_mbps > 0 ? String(settings.up_mbps) : ''],
        ['salamander-password', settings.obfs && settings.obfs_password],
        ['port-hopping', hopRanges(entry, '-').join(';')],
        ['port-hopping-interval', entry.hop && settings.hop_interval > 0 ? String(settings.hop_interval) : ''],
        ['sni', settings.tls.server_name],
        ['skip-cert-verify', settings.tls.allow_insecure],
      ]
    case 'tuic':
      return [
        ...as('tuic-v5'),
        ['uuid', user],
        ['password', user],
        ['alpn', settings.alpn[0] ?? 'h3'],
        ['sni', settings.tls.server_name],
        ['skip-cert-verify', settings.tls.allow_insecure],
      ]
    case 'anytls':
      return [...as('anytls'), ['password', user], ...tlsItems({ kind: 'tls', ...clientTls(settings.tls) }, false)]
    case 'socks':
    case 'http': {
      const secure = settings.security === 'tls'
      const type = settings.protocol === 'socks' ? (secure ? 'socks5-tls' : 'socks5') : secure ? 'https' : 'http'
      return [...as(type), user, user, ...tlsItems(securityOf(settings), false)]
    }
    case 'vless':
    case 'hysteria':
    case 'naive':
    case 'mieru':
      return null
  }
}

function tlsItems(security: Security, named: boolean): Item[] {
  if (security.kind !== 'tls') return []
  return [
    ['tls', named],
    ['sni', security.server_name],
    ['skip-cert-verify', security.allow_insecure],
  ]
}

function wsItems(transport: Transport): Item[] {
  if (transport.kind !== 'http') return []
  return [
    ['ws', true],
    ['ws-path', linePath(transport.path)],
    ['ws-headers', transport.host && `Host:${transport.host}`],
  ]
}
