import type { Entry } from '../feed-node.ts'
import { hopFields, mihomoProxy, quicFields } from './mihomo-proxy.ts'
import { secretOf, type Template } from '../slots.ts'

/** Item of Stash's `proxies`: as mihomo's, but with other field names for QUIC protocols. */
export function stashProxy(entry: Entry, template: Template): Record<string, unknown> {
  const { settings } = entry
  const user = template.slot(secretOf(settings, template.escape))
  const as = (type: string) => ({ name: entry.name, type, server: entry.host, port: entry.port })
  switch (settings.protocol) {
    case 'hysteria':
      return {
        ...as('hysteria'),
        ...hopFields(entry, settings.hop_interval),
        'auth-str': user,
        protocol: 'udp',
        'up-speed': settings.down_mbps,
        'down-speed': settings.up_mbps,
        ...(settings.obfs_password && { obfs: settings.obfs_password }),
        ...quicFields(settings.tls),
      }
    case 'hysteria2':
      return {
        ...as('hysteria2'),
        ...hopFields(entry, settings.hop_interval),
        auth: user,
        ...(settings.down_mbps > 0 && { 'up-speed': settings.down_mbps }),
        ...(settings.up_mbps > 0 && { 'down-speed': settings.up_mbps }),
        ...(settings.obfs && { obfs: settings.obfs, 'obfs-password': settings.obfs_password }),
        ...quicFields(settings.tls),
      }
    case 'tuic':
      return { ...as('tuic'), version: 5, uuid: user, password: user, alpn: settings.alpn, ...quicFields(settings.tls) }
    case 'vless':
    case 'vmess':
    case 'trojan':
    case 'shadowsocks':
    case 'anytls':
    case 'naive':
    case 'mieru':
    case 'socks':
    case 'http':
      return mihomoProxy(entry, template)
  }
}
